import type { ProbeResult } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { listExaminedKinds } from '../../../suites/kit/rejection.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { RefusalRule } from './answers.ts'
import { hasReferenceCallers } from './calls.ts'
import { isControlAccepted } from './controls.ts'
import { createCrashWatch } from './crashes.ts'
import { type FaultProbe, listMutatedRoles } from './portions.ts'
import type { RunProbeSession } from './probe-path.ts'
import { probeMessageSession } from './session-names.ts'

/** The full path to a receiver, and the short path without the flow before it, if the receiver accepts that. */
export interface ReceiverPaths {
  readonly full: RunProbeSession
  readonly short?: RunProbeSession
  /** Whether messages of probes crashed the receiver. */
  readonly confirmCrashes: () => Promise<readonly ProbeResult[]>
}

/**
 * Finds the paths to a receiver. A credential can go to a verifier, and a callback to a wallet backend, without the flow
 * before it, and a request to an issuer without an offer. A receiver that refuses a valid message on the short path needs
 * the full one.
 */
export async function findPaths(
  receiver: Role,
  store: SessionStore,
  run: RunProbeSession,
  refusal: RefusalRule,
): Promise<ReceiverPaths> {
  const { observe, confirm: confirmCrashes } = createCrashWatch({
    ...{ receiver, run, refusal, driver: store.findDriver(receiver) },
    send: (endpoint, from, request) => {
      const { network } = store.openSession({ session: probeMessageSession, account: 0, strict: new Set([receiver]) })
      return network.call(endpoint, from, request)
    },
  })
  const full = observe(run)
  const canMint = (receiver === 'verifier' || receiver === 'wallet backend') && !store.isTarget('issuer')
  if (!hasReferenceCallers(store) || (receiver !== 'issuer' && !canMint)) return { full, confirmCrashes }
  const short: RunProbeSession = (session) => full({ ...session, isShort: true })
  // A short request needs the metadata of the issuer, which are fetched in a full session.
  if (receiver === 'issuer') await full({ receiver })
  return (await isControlAccepted(receiver, short, refusal))
    ? { full, short, confirmCrashes }
    : { full, confirmCrashes }
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
