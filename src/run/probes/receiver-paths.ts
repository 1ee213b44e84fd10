import type { Role } from '../../../model/role.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { examinedKinds } from '../../../suites/kit/rejection.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { RefusalRule } from './answers.ts'
import { isControlAccepted } from './controls.ts'
import { type FaultProbe, listMutatedRoles } from './portions.ts'
import type { RunProbeSession } from './session-runner.ts'

/** How a judge is reached: with all that goes before, and without, if it accepts that. */
export interface ReceiverPaths {
  readonly full: RunProbeSession
  readonly short?: RunProbeSession
}

/**
 * The shortest way to a judge. A credential can be put before a verifier, and a callback before a wallet backend, without
 * the flow that it would come out of, and a request before an issuer without an offer; if an honest one is refused so, the
 * judge wants to see the flow.
 */
export async function findPaths(
  judge: Role,
  store: SessionStore,
  play: RunProbeSession,
  refusal: RefusalRule,
): Promise<ReceiverPaths> {
  const isOurs = !store.isTarget('identity app') && !store.isTarget('wallet')
  const isMinted = (judge === 'verifier' || judge === 'wallet backend') && !store.isTarget('issuer')
  if (!isOurs || (judge !== 'issuer' && !isMinted)) return { full: play }
  const brief: RunProbeSession = (part) => play({ ...part, isBrief: true })
  // Whoever asks in brief has to know from before what the issuer says of itself.
  if (judge === 'issuer') await play({ receiver: judge })
  return (await isControlAccepted(judge, brief, refusal)) ? { full: play, short: brief } : { full: play }
}

/** What is seen on the short ways, and who makes it. */
const shortPaths: Readonly<
  Record<'asked' | 'minted', { readonly kinds: readonly ArtefactKind[]; readonly makers: readonly Role[] }>
> = {
  asked: {
    kinds: ['request', 'attestation', 'encrypted-request', 'validation-request'],
    makers: ['wallet', 'identity app'],
  },
  minted: {
    kinds: ['credential', 'status-token', 'jwks', 'callback'],
    makers: ['issuer', 'status service', 'identity app'],
  },
}

/** Whether a lie shows on the short way to its judge. */
export function isOnShortPath({ fault, receiver, mutation }: FaultProbe): boolean {
  const { kinds, makers } = receiver === 'issuer' ? shortPaths.asked : shortPaths.minted
  return (
    examinedKinds(fault).every((kind) => kinds.includes(kind)) &&
    listMutatedRoles(mutation).every((role) => makers.includes(role))
  )
}
