import { X509Certificate } from 'node:crypto'
import { issuerProfile as openid4vci } from '../../openid4vci/harness/issuer/profile.ts'
import type { IssuerProfile } from '../../openid4vci/harness/issuer/wallet.ts'
import { certifiedProviderKey } from '../../openid4vci/harness/reference-issuer.ts'
import { checkCounting, checkPlaces } from '../../openid4vci/session-checks.ts'
import { testAuthority } from '../../sd-jwt/test-authority.ts'
import { haipIssuerFaults, haipIssuerVariants, makeHaip } from '../issuers.ts'
import { HAIPAS, HAIPVC, requirements } from '../requirements.ts'
import {
  checkAnnounced,
  checkGrants,
  checkLifetime,
  checkRefreshing,
  checkReturn,
  checkRotation,
  checkServer,
} from '../server-checks.ts'

const checks: IssuerProfile['checks'] = {
  servers: function* ({ server, servers }) {
    yield* checkServer(server)
    if (servers) yield checkGrants(servers)
  },
  pushed: checkLifetime,
  redirection: (parameters, server) => [checkReturn(parameters), ...checkAnnounced(parameters, server)],
  // A wallet that has not authenticated itself has a token.
  token: ({ instance }) => (instance ? [] : [{ row: HAIPAS.CLIENT, problem: 'it gets a token as it is' }]),
  granted: checkRefreshing,
  refreshed: checkRotation,
  issued: (credentials) =>
    [checkPlaces(HAIPVC.INDEX, credentials), checkCounting(HAIPVC['INDEX-RANDOM'], credentials)].filter(
      (each) => each !== undefined,
    ),
}

/** What HAIP 1.0 adds where an issuer is tested. */
export const issuerProfile: IssuerProfile = {
  suite: 'haip-1.0',
  rows: [...openid4vci.rows, ...requirements],
  grants: openid4vci.grants.toReversed(),
  credentials: 'haip-1.0',
  lists: 'haip-1.0',
  dpop: 'ES256',
  attestationKey: certifiedProviderKey,
  codeExpires: HAIPAS['CODE-EXPIRES'],
  checks,
  note: ({ attestationKey }) =>
    attestationKey?.x5c === undefined
      ? 'the key of the provider of wallets has no `x5c`, which HAIP 1.0, section 4.4.1, wants in wallet attestations'
      : undefined,
  sendProbes: async (place, grant, wallet) =>
    (await import('./send-haip-probes.ts')).sendHaipProbes(place, grant, wallet),
  reference: {
    name: 'an issuer of OpenID4VCI 1.0 or HAIP 1.0',
    change: makeHaip,
    anchors: [new X509Certificate(testAuthority).toString()],
    faults: [...openid4vci.reference.faults, ...haipIssuerFaults],
    variants: [...openid4vci.reference.variants, ...haipIssuerVariants],
  },
}
