import { issuerProfile } from '../../suites/haip/harness/issuer-profile.ts'
import { createReferenceVciIssuer } from '../../suites/openid4vci/harness/reference-issuer.ts'
import { readChange, type StandardActor } from './serve-standard-actor.ts'

/** The reference issuer of OpenID4VCI 1.0. */
export const servedVciIssuer: StandardActor = {
  title: 'an issuer of OpenID4VCI 1.0',
  gives: 'a new offer',
  names: ['issuer', 'offers'],
  command: (source) => `assay test issuer --offer ${source} --probes`,
  create: (origin, now, args) => {
    const { handle, id, offers } = createReferenceVciIssuer(origin, now, readChange(args, issuerProfile))
    return { handle, facts: { id, source: offers } }
  },
}
