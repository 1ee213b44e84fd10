import type { CredentialManager } from '../../model/actors.ts'
import type { Ports, Pushed } from './desk.ts'

/** A credential manager at work: it takes an offer from an app and hands it to the wallet. */
export const credentialManagerAtWork = (manager: CredentialManager, { handOver }: Ports) => ({
  take: (pushed: Pushed): Promise<void> => handOver({ ...pushed, offer: manager.handOver(pushed.offer) }),
})
