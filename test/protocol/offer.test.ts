import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeDeeplink } from '../../src/protocol/deeplink.ts'
import { offerInUrl } from '../../src/protocol/offer.ts'
import { attempt } from '../../src/protocol/problem.ts'

const scheme = fc.constantFrom('openid-credential-offer://', 'haip://', 'https://wallet.example/offer')

describe('An offer in a URL', () => {
  it('comes back by value as the text that it was', () => {
    fc.assert(
      fc.property(scheme, fc.json(), (uri, value) => {
        expect(offerInUrl(writeDeeplink(uri, 'credential_offer', value))).toEqual({ value })
      }),
    )
  })

  it('comes back by reference as the URL that it was', () => {
    fc.assert(
      fc.property(scheme, fc.webUrl({ withQueryParameters: true }), (uri, reference) => {
        expect(offerInUrl(writeDeeplink(uri, 'credential_offer_uri', reference))).toEqual({ reference })
      }),
    )
  })

  it.each([
    ['both', 'app:?credential_offer=%7B%7D&credential_offer_uri=https://a', { value: '{}', reference: 'https://a' }],
    ['an empty one', 'app:?credential_offer=', { value: '' }],
    ['none', 'app:?credential=1', undefined],
    ['none but in the fragment', 'app:#credential_offer=%7B%7D', undefined],
  ])('is %s', (_, link, expected) => {
    expect(offerInUrl(link)).toEqual(expected)
  })

  it('is refused when it is there twice', () => {
    const twice = writeDeeplink('app:?credential_offer=1', 'credential_offer', '2')

    expect(attempt(() => offerInUrl(twice))).toMatchObject({ problem: { code: 'url' } })
  })
})
