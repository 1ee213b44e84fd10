import { describe, expect, it } from 'vitest'
import { splitTargetWords, withTargetWords } from '../../model/wire.ts'
import { redactSentence } from '../../src/privacy/redact-url.ts'
import { createSecretStore } from '../../src/privacy/secret-store.ts'

const secrets = createSecretStore()
secrets.add(['session-token-of-nobody'])

const told = (text: string): string =>
  redactSentence(text, { keys: [], words: new Set(['http']), isPrivate: secrets.isRevealedBy })

describe('a sentence of ours', () => {
  it('with words of a target in which nothing is private is shown unchanged', () => {
    const text = withTargetWords('wallet: its process ended with exit code 1', 'TypeError: no session')

    expect(told(text)).toBe('wallet: its process ended with exit code 1; the reason given: TypeError: no session')
  })

  it.each([
    ['the token is session-token-of-nobody', 'the token is <text of 23 characters>'],
    [
      'the token is SESSION-TOKEN-OF-NOBODY; the reason given: nothing',
      'the token is <text of 24 characters> the reason given: nothing',
    ],
    [`the token is ${btoa('session-token-of-nobody')}`, 'the token is <text of 32 characters>'],
    ['x'.repeat(3_000), '<text of 3000 characters>'],
    ['Asha Rao, 560001, Pune: F', '<text of 25 characters>'],
    ['Asha Ra', '<text of 7 characters>'],
    ['A s h a R a o', '<text of 13 characters>'],
    ['--b\r\nname="ResidentName"\r\n\r\nAsha Rao\r\n--b--', /^<text of \d+ characters>$/],
  ])('keeps our own words, and shows no value of a target: %j', (words, shown) => {
    const [, theirs] = splitTargetWords(told(withTargetWords('wallet: its process ended with exit code 1', words)))

    expect(theirs).toEqual(typeof shown === 'string' ? shown : expect.stringMatching(shown))
  })

  it.each([
    'not_found',
    'invalid_request: the nonce has expired',
    'the clock is 19800 s ahead',
    'a body of 12 kB, not application/json',
    'TypeError: no session',
    'ECONNREFUSED',
  ])('shows words of a target that have a known form: %s', (words) => {
    secrets.add(['not_found'])

    expect(splitTargetWords(told(withTargetWords('refused', words)))[1]).toBe(words)
  })

  it('is not shown at all if it is private itself', () => {
    const text = withTargetWords('GET http://x/session-token-of-nobody', 'fine')

    expect(told(`session-token-of-nobody ${text}`)).not.toContain('nobody')
    expect(told('a session-token-of-nobody')).toBe('<text of 25 characters>')
    expect(told('; the reason given: session-token-of-nobody')).not.toContain('nobody')
  })

  it('has no stranger in it where nobody said anything', () => {
    expect(withTargetWords('wallet: its process ended with exit code 3', '')).toBe(
      'wallet: its process ended with exit code 3',
    )
  })
})
