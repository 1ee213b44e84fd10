import { createReferenceVpVerifier, findVpChange } from '../../suites/openid4vp/harness/reference-verifier.ts'
import { readChange, type StandardActor } from './serve-standard-actor.ts'

/** The reference verifier of OpenID4VP 1.0. */
export const servedVpVerifier: StandardActor = {
  title: 'a verifier of OpenID4VP 1.0',
  gives: 'a new request',
  names: ['verifier', 'requests'],
  command: (source) =>
    `assay test verifier --write-trust trust && assay test verifier --request ${source} --anchors trust/root.pem --probes`,
  create: (origin, now, args) => {
    const { handle, id, requests } = createReferenceVpVerifier(origin, now, readChange(args, findVpChange))
    return { handle, facts: { id, source: requests } }
  },
}
