import { type Variant, variant } from '../../src/model/fault.ts'
import { after, answering, instead } from '../deviations.ts'
import { toBackend } from './to-backend.ts'

const handedOn = (how: (offer: object) => object) =>
  after('credentialManager', 'handOver', (offer) =>
    offer.startsWith('{') ? JSON.stringify(how(JSON.parse(offer)), null, 2) : offer,
  )

const nonceFirst = instead('wallet', 'gather', () => async ({ offer, metadata, nonce }) => {
  const given = await nonce({})
  return { metadata: await metadata(), offer: await offer(), nonce: given }
})

const html = { 'content-type': 'text/html' }

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('FLOW', 'is an offer that is written anew', handedOn((offer) => offer)),
  variant('FLOW', 'is an offer with a `txn_code` beside it', handedOn((offer) => ({ ...offer, txn_code: '493536' }))),
  variant('FLOW', 'begins with the nonce', nonceFirst),
  variant('FLOW', 'talks to its backend of other things', toBackend('/devices', '{"push_token":"x"}')),
  variant('FLOW', 'ends with a page that says thank you', answering('walletBackend', 'walletCallback', () => ({ status: 200, headers: html, body: '<p>Thank you' }))),
  variant('FLOW', 'breaks off with a page that tells of an error', answering('issuer', 'nonce', () => ({ status: 403, headers: html, body: '<h1>403 Forbidden</h1>' })), { given: { 'auth.nonce': 'bearer' } }),
]
