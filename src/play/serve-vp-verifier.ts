import { TransportError } from '../../model/errors.ts'
import { verifierProfile } from '../../suites/haip/harness/verifier-profile.ts'
import type { FetchList } from '../../suites/openid4vp/actors/verifier-steps.ts'
import { createReferenceVpVerifier } from '../../suites/openid4vp/harness/reference-verifier.ts'
import type { Transport } from '../wire/client/transport.ts'
import { readChange, type StandardActor } from './serve-standard-actor.ts'

/** The reference verifier of OpenID4VP 1.0. */
export const servedVpVerifier: StandardActor = {
  title: 'a verifier of OpenID4VP 1.0',
  gives: 'a new request',
  names: ['verifier', 'requests'],
  command: (source) =>
    `assay test verifier --write-trust trust && assay test verifier --request ${source} --anchors trust/root.pem --probes`,
  create: (origin, now, args) => {
    const fetchList = openLists(origin)
    const { handle, id, requests } = createReferenceVpVerifier(
      origin,
      now,
      readChange(args, verifierProfile),
      fetchList,
    )
    return { handle, facts: { id, source: requests } }
  },
}

/** Fetches status lists: no private address, unless the verifier itself is on this machine. */
function openLists(origin: string): FetchList {
  let opened: Promise<Transport> | undefined
  return async (request) => {
    opened ??= openTransport(origin)
    try {
      return await (await opened).call(request, { origin: 'message', signal: AbortSignal.timeout(10_000) })
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      return { status: 502, headers: {}, body: '' }
    }
  }
}

async function openTransport(url: string): Promise<Transport> {
  const client = await import('../wire/client/transport.ts')
  return client.openTransport({ url }, { environment: process.env, allowLoopback: true })
}
