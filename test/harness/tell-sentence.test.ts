import { describe, expect, it } from 'vitest'
import { withTargetWords } from '../../model/wire.ts'
import { redactSentence } from '../../src/privacy/redact-url.ts'
import { createSecretStore } from '../../src/privacy/secret-store.ts'

const secrets = createSecretStore()
secrets.add(['session-token-0001'])

const told = (text: string): string =>
  redactSentence(text, { keys: [], words: new Set(['http']), isPrivate: secrets.isRevealedBy })

describe('a sentence of ours', () => {
  it('with words of a stranger in which nothing is private is told as it is', () => {
    const text = withTargetWords('wallet: its process ended with exit code 1', 'TypeError: no session')

    expect(told(text)).toBe('wallet: its process ended with exit code 1; the reason given: TypeError: no session')
  })

  it.each([
    'the token is session-token-0001',
    'the token is SESSION-TOKEN-0001; the reason given: nothing',
    `the token is ${btoa('session-token-0001')}`,
    'x'.repeat(3_000),
  ])('keeps what is ours where the words of a stranger are not for everybody: %s', (words) => {
    expect(told(withTargetWords('wallet: its process ended with exit code 1', words))).toBe(
      `wallet: its process ended with exit code 1; the reason given: <text of ${words.length} characters>`,
    )
  })

  it('is not told at all where it gives something away by itself', () => {
    const text = withTargetWords('GET http://x/session-token-0001', 'fine')

    expect(told(`session-token-0001 ${text}`)).not.toContain('0001')
    expect(told('a session-token-0001')).toBe('<text of 20 characters>')
    expect(told('; the reason given: session-token-0001')).not.toContain('0001')
  })

  it('has no stranger in it where nobody said anything', () => {
    expect(withTargetWords('wallet: its process ended with exit code 3', '')).toBe(
      'wallet: its process ended with exit code 3',
    )
  })
})
