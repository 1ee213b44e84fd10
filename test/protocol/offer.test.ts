import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeDeeplink } from '../../protocol/artefacts/deeplink.ts'
import { parseOfferUrl } from '../../protocol/artefacts/offer.ts'
import { attempt } from '../../protocol/encoding/problem.ts'

const scheme = fc.constantFrom('openid-credential-offer://', 'haip://', 'https://wallet.example/offer')

describe('An offer in a URL', () => {
  it('comes back by value as the text that it was', () => {
    fc.assert(
      fc.property(scheme, fc.json(), (uri, value) => {
        expect(parseOfferUrl(writeDeeplink(uri, 'credential_offer', value))).toEqual({ value })
      }),
    )
  })

  it('comes back by reference as the URL that it was', () => {
    fc.assert(
      fc.property(scheme, fc.webUrl({ withQueryParameters: true }), (uri, reference) => {
        expect(parseOfferUrl(writeDeeplink(uri, 'credential_offer_uri', reference))).toEqual({ reference })
      }),
    )
  })

  it.each([
    ['both', 'app:?credential_offer=%7B%7D&credential_offer_uri=https://a', { value: '{}', reference: 'https://a' }],
    ['an empty one', 'app:?credential_offer=', { value: '' }],
    ['none', 'app:?credential=1', undefined],
    ['none but in the fragment', 'app:#credential_offer=%7B%7D', undefined],
  ])('is %s', (_, link, expected) => {
    expect(parseOfferUrl(link)).toEqual(expected)
  })

  it('is refused when it is there twice', () => {
    const twice = writeDeeplink('app:?credential_offer=1', 'credential_offer', '2')

    expect(attempt(() => parseOfferUrl(twice))).toMatchObject({ problem: { code: 'url' } })
  })
})
