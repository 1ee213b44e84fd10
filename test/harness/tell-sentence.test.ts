import { describe, expect, it } from 'vitest'
import { withTargetWords } from '../../model/wire.ts'
import { redactSentence } from '../../src/privacy/redact-url.ts'
import { createSecretStore } from '../../src/privacy/secret-store.ts'

const secrets = createSecretStore()
secrets.add(['session-token-of-nobody'])

const told = (text: string): string =>
  redactSentence(text, { keys: [], words: new Set(['http']), isPrivate: secrets.isRevealedBy })

describe('a sentence of ours', () => {
  it('with words of a stranger in which nothing is private is told as it is', () => {
    const text = withTargetWords('wallet: its process ended with exit code 1', 'TypeError: no session')

    expect(told(text)).toBe('wallet: its process ended with exit code 1; the reason given: TypeError: no session')
  })

  it.each([
    'the token is session-token-of-nobody',
    'the token is SESSION-TOKEN-OF-NOBODY; the reason given: nothing',
    `the token is ${btoa('session-token-of-nobody')}`,
    'x'.repeat(3_000),
  ])('keeps what is ours where the words of a stranger are not for everybody: %s', (words) => {
    // An error code is read on its own: each part is hidden or shown by itself.
    const [hidden = '', ...shown] = words.split(': ')
    const rest = ['', ...shown].join(': ')
    expect(told(withTargetWords('wallet: its process ended with exit code 1', words))).toBe(
      `wallet: its process ended with exit code 1; the reason given: <text of ${hidden.length} characters>${rest}`,
    )
  })

  it('is not told at all where it gives something away by itself', () => {
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
