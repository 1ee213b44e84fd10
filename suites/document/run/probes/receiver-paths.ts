import type { Role } from '../../../../model/role.ts'
import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import { listExaminedKinds } from '../../kit/rejection.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { RefusalRule } from './answers.ts'
import type { ReceiverPaths } from './batches.ts'
import { hasReferenceCallers } from './calls.ts'
import { isControlAccepted } from './controls.ts'
import { createCrashWatch } from './crashes.ts'
import { type FaultProbe, listMutatedRoles } from './portions.ts'
import type { ChoosePath, ProbeScope } from './side-by-side/probe-scope.ts'

/**
 * Finds the paths to a receiver. A credential can go to a verifier, and a callback to a wallet backend, without the flow
 * before it, and a request to an issuer without an offer. A receiver that refuses a valid message on the short path needs
 * the full one.
 */
export async function findPaths(
  receiver: Role,
  store: SessionStore,
  scope: ProbeScope,
  refusal: RefusalRule,
): Promise<ReceiverPaths> {
  const { observe: full, confirm } = createCrashWatch({ receiver, refusal, driver: store.findDriver(receiver) })
  const paths = { receiver, full, confirmCrashes: confirm }
  const canMint = (receiver === 'verifier' || receiver === 'wallet backend') && !store.isTarget('issuer')
  if (!hasReferenceCallers(store) || (receiver !== 'issuer' && !canMint)) return paths
  const short: ChoosePath = (each) => (session) => full(each)({ ...session, isShort: true })
  // A short request needs the metadata of the issuer, which are fetched in a full session.
  if (receiver === 'issuer' && !store.findMetadata()) await full(scope)({ receiver })
  return (await isControlAccepted(receiver, short(scope), refusal)) ? { ...paths, short } : paths
}

/** The artefacts on each short path, and the roles that make them. */
const shortPaths: Readonly<
  Record<'request' | 'minted', { readonly kinds: readonly ArtefactKind[]; readonly makers: readonly Role[] }>
> = {
  request: {
    kinds: ['request', 'attestation', 'encrypted-request', 'validation-request'],
    makers: ['wallet', 'identity app'],
  },
  minted: {
    kinds: ['credential', 'status-token', 'jwks', 'callback'],
    makers: ['issuer', 'status service', 'identity app'],
  },
}

/** Whether a fault is seen on the short path to its receiver. */
export function isOnShortPath({ fault, receiver, mutation }: FaultProbe): boolean {
  const { kinds, makers } = receiver === 'issuer' ? shortPaths.request : shortPaths.minted
  return (
    listExaminedKinds(fault).every((kind) => kinds.includes(kind)) &&
    listMutatedRoles(mutation).every((role) => makers.includes(role))
  )
}
