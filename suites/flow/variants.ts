import { markLive, type Variant, variant } from '../../model/fault.ts'
import { changeResponse, changeResult, replaceStep } from '../kit/mutations.ts'
import { callBackend } from './backend-calls.ts'

const handedOn = (how: (offer: object) => object) =>
  changeResult('credentialManager', 'handOver', (offer) =>
    offer.startsWith('{') ? JSON.stringify(how(JSON.parse(offer)), null, 2) : offer,
  )

const nonceFirst = replaceStep('wallet', 'gather', () => async ({ offer, metadata, nonce }) => {
  const given = await nonce({})
  return { metadata: await metadata(), offer: await offer(), nonce: given }
})

const html = { 'content-type': 'text/html' }

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  ...markLive([
variant('FLOW', 'is an offer that is written anew', handedOn((offer) => offer)),
  variant('FLOW', 'is an offer with a `txn_code` beside it', handedOn((offer) => ({ ...offer, txn_code: '493536' }))),
  variant('FLOW', 'begins with the nonce', nonceFirst),
  variant('FLOW', 'talks to its backend of other things', callBackend('/devices', '{"push_token":"x"}')),
  variant('FLOW', 'ends with a page that says thank you', changeResponse('walletBackend', 'walletCallback', () => ({ status: 200, headers: html, body: '<p>Thank you' }))),
  variant('FLOW', 'breaks off with a page that tells of an error', changeResponse('issuer', 'nonce', () => ({ status: 403, headers: html, body: '<h1>403 Forbidden</h1>' })), { decisions: { 'auth.nonce': 'bearer' } }),
]),
]
