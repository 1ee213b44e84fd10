import { dpopProbes } from '../../../oauth/dpop-probes.ts'
import { VCIDPOP } from '../../../oauth/requirements.ts'
import { sendSeries } from './send-series.ts'
import { fetchToken, isBound } from './session.ts'
import type { Grant, ProbePlace, TestWallet } from './wallet.ts'

/** Sends token requests whose DPoP proof is wrong in one place, where tokens are bound to keys. */
export async function sendDpopProbes(place: ProbePlace, { type }: Grant, wallet: TestWallet): Promise<void> {
  const { issuer } = place
  if (!wallet.dpop || !isBound(type)) return
  const isNonced = wallet.dpop.nonces.has(new URL(issuer.tokenEndpoint).origin)
  const sent = dpopProbes.filter(({ withNonces = isNonced }) => withNonces === isNonced)
  await sendSeries(
    place,
    wallet,
    sent.map(({ description, item, change }) => ({
      row: VCIDPOP.TOKEN,
      description: `a token request with ${description}`,
      obligation: `RFC 9449, section 4.3, ${item}, and 5`,
      send: (form) => fetchToken(issuer, form, wallet, { dpop: change }),
      errors: ['invalid_dpop_proof', 'use_dpop_nonce'],
      named: VCIDPOP.ERROR,
    })),
  )
}
