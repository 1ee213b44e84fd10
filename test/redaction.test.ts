import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentKinds } from '../protocol/artefacts/artefact-kinds.ts'
import { formatFailure } from '../reporters/text/failure.ts'
import { plainPaint } from '../reporters/text/paint.ts'
import { sanitize } from '../reporters/text/sanitize.ts'
import { verify } from '../src/verify/verify.ts'
import { faults } from '../suites/document/all/faults.ts'
import { sampleMembers } from '../suites/document/kit/family.ts'
import { runOffline } from '../suites/document/reference/offline-exchange.ts'
import { staged } from './artefacts.ts'
import { assay } from './cli/console.ts'

/** Every spelling in which a value could come to light. */
const spellings = (value: string): readonly string[] => {
  const octets = Buffer.from(value)
  return [value, octets.toString('base64url'), octets.toString('base64').replace(/=+$/, ''), octets.toString('hex')]
}

const leaks = (told: string, canaries: readonly string[]): readonly string[] =>
  canaries.flatMap(spellings).filter((each) => told.includes(each))

/** What the rehearsed exchange has that nobody may see: who the holder is, what opens the session, what is signed. */
const canaries = [
  'session-token-of-nobody',
  '000000000019',
  'pre-authorised-code-0001',
  'nonce-0001-0123456789abcdef',
  'device-0001',
  '0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a',
]

const secretsOf = (holder: object): readonly string[] =>
  Object.values(holder).filter((value): value is string => typeof value === 'string' && value.length > 7)

/** All that a verdict says, but for the address of the status: that place is open, whatever a fault puts there. */
const told = ({ results }: ReturnType<typeof verify>): string =>
  JSON.stringify(
    results.map(({ findings, ...rest }) => [rest.reason, findings.filter(({ at }) => at !== '/payload/status')]),
  )

describe('a verdict on any fault', () => {
  it.each(faults)('gives nothing private away: $id', (fault) => {
    for (const { mutation } of sampleMembers(fault, 7, 1)) {
      const { artefacts: exhibits, known } = runOffline(mutation, fault)
      for (const { kind, text } of exhibits.filter(({ at }) => at === '')) {
        const verdict = verify(text, { ...known, as: kind, profile: fault.profile, decisions: fault.decisions })
        expect(leaks(told(verdict), canaries)).toEqual([])
      }
    }
  })
})

describe('a verdict on an artefact in the wrong place', () => {
  it.each(documentKinds)('gives nothing private away where each other kind is taken for a %s', async (as) => {
    const { default: holders } = await import('../fixtures/holders.json', { with: { type: 'json' } })
    const all = [...canaries, ...secretsOf(holders.asha)]

    for (const kind of documentKinds) {
      const { text, known } = staged(kind)
      expect(leaks(told(verify(text, { ...known, as })), all)).toEqual([])
    }
  })
})

describe('any text at any place', () => {
  const canary = fc.stringMatching(/^[A-Za-z0-9 ]{4}Canary[A-Za-z0-9 ]{4}$/)
  const place = fc.constantFrom(
    'nonce',
    'iat',
    'attested_keys',
    'uid',
    'device_id',
    'c_nonce',
    'credentials',
    'proof',
    'surprise',
  )
  const kind = fc.constantFrom('issuer-config-response', 'validation-request', 'nonce-response', 'request', 'response')

  it('is described and not shown', () => {
    fc.assert(
      fc.property(canary, place, kind, fc.boolean(), (text, name, as, nested) => {
        const artefact = JSON.stringify({ [name]: nested ? [{ value: text }, text] : text })
        expect(leaks(told(verify(artefact, { as })), [text])).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('is shown on request', () => {
    const { text, known } = staged('attestation')

    const { results } = verify(text, { ...known, nonce: 'another-nonce', reveal: true })

    expect(results.find(({ requirement }) => requirement.id === 'NONCE-ATTESTED')?.findings).toMatchObject([
      { expected: '"another-nonce"', actual: '"nonce-0001-0123456789abcdef"' },
    ])
  })

  it('is not shown by the command line', async () => {
    const { code, out, err } = await assay(
      ['verify', '-', '--as', 'nonce-response', '--nonce', 'secret-Canary-1'],
      '{"c_nonce":["secret-Canary-1"]}',
    )

    expect(code).toBe(1)
    expect(leaks(out + err, ['secret-Canary-1'])).toEqual([])
  })
})

describe('hostile text', () => {
  const hostile = ['\u001b[2J', '\u009b31m', '\u202e', '\u2066', '\u200b', '\r', '\u0007', '\u{e0041}']

  it.each(hostile)('%j is written out, not obeyed', (text) => {
    expect(sanitize(`a${text}b`)).toMatch(/^a\\u\{[0-9a-f]+\}.*b$/)
  })

  it('is cut where it gets long', () => {
    expect(sanitize('x'.repeat(1_000_000)).length).toBeLessThan(300)
  })

  it('does not reach the terminal through a member name or a value', () => {
    const header = Buffer.from('{"alg":"\\u001b[31mES256\\u202e","typ":"vc+sd-jwt"}').toString('base64url')
    const { results } = verify(`${header}.${Buffer.from('{"\\u001b[1m":1}').toString('base64url')}.AAAA~`)
    const lines = results
      .filter(({ outcome }) => outcome === 'failed')
      .flatMap((result) => [...formatFailure(result, plainPaint)])

    expect(lines.length).toBeGreaterThan(5)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(line))).toEqual([])
  })
})
