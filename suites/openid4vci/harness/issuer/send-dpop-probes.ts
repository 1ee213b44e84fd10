import { type DpopProbe, dpopProbes } from '../../../oauth/dpop-probes.ts'
import { VCIDPOP } from '../../../oauth/requirements.ts'
import { hasNonces } from './dpop.ts'
import type { FoundIssuer } from './find-issuer.ts'
import { sendSeries } from './send-series.ts'
import { fetchToken, isBound } from './session.ts'
import type { Grant, ProbePlace, TestWallet } from './wallet.ts'

/** What can be wrong with a DPoP proof for a server that gives nonces, or for one that gives none. */
export function listDpopProbes({ tokenEndpoint }: FoundIssuer, { dpop }: TestWallet): readonly DpopProbe[] {
  const isNonced = hasNonces(dpop, tokenEndpoint)
  return dpop ? dpopProbes.filter(({ withNonces = isNonced }) => withNonces === isNonced) : []
}

/** Sends token requests whose DPoP proof is wrong in one place, where tokens are bound to keys. */
export async function sendDpopProbes(place: ProbePlace, { type }: Grant, wallet: TestWallet): Promise<void> {
  const { issuer } = place
  if (!isBound(type)) return
  await sendSeries(
    place,
    wallet,
    listDpopProbes(issuer, wallet).map(({ description, item, change }) => ({
      row: VCIDPOP.TOKEN,
      description: `a token request with ${description}`,
      obligation: `RFC 9449, section 4.3, ${item}, and 5`,
      send: (form) => fetchToken(issuer, form, wallet, { dpop: change }),
      errors: ['invalid_dpop_proof', 'use_dpop_nonce'],
      named: VCIDPOP.ERROR,
    })),
  )
}
