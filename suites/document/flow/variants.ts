import { changeResponse, changeResult, replaceStep } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'
import { callBackend } from './backend-calls.ts'

const changeForwardedOffer = (how: (offer: object) => object) =>
  changeResult('credentialManager', 'handOver', (offer) =>
    offer.startsWith('{') ? JSON.stringify(how(JSON.parse(offer)), null, 2) : offer,
  )

const fetchNonceFirst = replaceStep('wallet', 'gather', () => async ({ offer, metadata, nonce }) => {
  const given = await nonce({})
  return { metadata: await metadata(), offer: await offer(), nonce: given }
})

const html = { 'content-type': 'text/html' }

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  ...markLive([
variant('FLOW', 'forwards the offer in another JSON layout', changeForwardedOffer((offer) => offer)),
  variant('FLOW', 'forwards the offer with a `txn_code` beside it', changeForwardedOffer((offer) => ({ ...offer, txn_code: '493536' }))),
  variant('FLOW', 'fetches the nonce first', fetchNonceFirst),
  variant('FLOW', 'calls another endpoint of its backend', callBackend('/devices', '{"push_token":"x"}')),
  variant('FLOW', 'answers the callback with an HTML page', changeResponse('walletBackend', 'walletCallback', () => ({ status: 200, headers: html, body: '<p>Thank you' }))),
  variant('FLOW', 'returns an HTML error page', changeResponse('issuer', 'nonce', () => ({ status: 403, headers: html, body: '<h1>403 Forbidden</h1>' })), { decisions: { 'auth.nonce': 'bearer' } }),
]),
]
