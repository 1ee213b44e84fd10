import { describe, expect, it } from 'vitest'
import { createAddressBook } from '../../src/harness/address-book.ts'

describe('the name of an endpoint', () => {
  it('is that of the metadata, or of a registered address', () => {
    const { learn, nameEndpoint } = createAddressBook()
    learn('{"token_endpoint":"https://issuer.example/t","jwks_uri":"https://issuer.example/k"}')

    expect(
      ['t?a=b', 'k', '.well-known/openid-credential-issuer/tenant', 'elsewhere'].map((path) =>
        nameEndpoint(`https://issuer.example/${path}`),
      ),
    ).toEqual(['token', 'jwks', 'openid-credential-issuer', 'other'])
  })

  it('is none that the target made up, so that no private value is in it', () => {
    const { learn, nameEndpoint } = createAddressBook()
    learn(
      '{"token_endpoint":"https://issuer.example/t","000000041008_endpoint":"https://issuer.example/t","asha_uri":"https://issuer.example/a"}',
    )

    expect(['t', 'a', '.well-known/asha-verma'].map((path) => nameEndpoint(`https://issuer.example/${path}`))).toEqual([
      'token',
      'other',
      'other',
    ])
  })
})
