import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import keys from '../fixtures/keys.json' with { type: 'json' }
import { createBudget } from '../protocol/artefacts/budget.ts'
import { openArtefact } from '../protocol/artefacts/open.ts'
import { encodeBase64url } from '../protocol/encoding/base64url.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { limits } from '../protocol/encoding/limits.ts'
import { listKeys } from '../protocol/jose/jwk.ts'
import { readSdJwt } from '../protocol/sd-jwt/sd-jwt.ts'
import { mostLines } from '../src/files/inputs.ts'
import { verifyArgument } from '../src/verify/cases.ts'
import { findChangedCharacter } from '../src/verify/changed-byte.ts'
import { verify } from '../src/verify/verify.ts'
import { readBoundKeys } from '../suites/document/kit/issuance.ts'
import type { Message } from '../suites/document/model/endpoints.ts'
import { createMessageParser } from '../suites/document/model/parse-message.ts'
import { staged } from './artefacts.ts'
import { ecKey } from './keys.ts'

// Modules that other test files loaded have bindings to these functions: they are replaced in the module itself.
const hash = vi.spyOn(crypto, 'hash')
const createHash = vi.spyOn(crypto, 'createHash')
const createPublicKey = vi.spyOn(crypto, 'createPublicKey')
const verifySignature = vi.spyOn(crypto, 'verify')
syncBuiltinESMExports()

beforeEach(() => {
  vi.clearAllMocks()
})

afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const countCalls = (...functions: readonly { readonly mock: { readonly calls: readonly unknown[] } }[]): number =>
  functions.reduce((sum, { mock }) => sum + mock.calls.length, 0)

const { text: credential, known } = staged('credential')
const [jws = '', ...disclosures] = credential.split('~')

const writeCallback = (credentials: readonly string[]): string =>
  JSON.stringify({ credential_identifier: 'x', credentials: credentials.map((Credential) => ({ Credential })) })

/** A credential with this many disclosures of unknown claims. */
const withDisclosures = (count: number): string => {
  const more = Array.from({ length: count }, (_, i) => encodeBase64url(JSON.stringify([`Name${i}`, 'x', `salt${i}`])))
  return [jws, ...disclosures.slice(0, -1), ...more, ''].join('~')
}

describe('a budget', () => {
  it('grants no more than it has, and takes nothing where it grants nothing', () => {
    const { take } = createBudget({ ...limits.message, layers: 3 })

    expect([take('layers', 2), take('layers', 2), take('layers', 1), take('layers', 1)]).toEqual([
      ...[true, false, true, false],
    ])
  })

  it('is shared by all messages of a session', () => {
    const session = createBudget({ ...limits.session, layers: 3 })
    const messages = [createBudget(limits.message, session), createBudget(limits.message, session)]

    expect(messages.map(({ take }) => take('layers', 2))).toEqual([true, false])
  })
})

describe('a message of many credentials', () => {
  const many = writeCallback(Array.from({ length: 30 }, () => withDisclosures(300)))

  it('is opened until it has too many disclosures in all', () => {
    const layers = openArtefact('callback', many)
    const opened = layers.filter(({ kind, content }) => kind === 'credential' && content !== undefined)

    expect(opened.length * 300).toBeGreaterThan(limits.message.disclosures / 2)
    expect(opened.length * 300).toBeLessThanOrEqual(limits.message.disclosures)
    expect(layers.at(-1)?.withheld).toMatch(/more than 4000 disclosures/)
  })

  it('is judged with a bounded number of hashes, and is not conformant', () => {
    const { conclusion, results } = verify(many, { ...known, as: 'callback' })

    expect(conclusion).not.toBe('conformant')
    expect(results.filter(({ outcome }) => outcome === 'harnessError')).toEqual([])
    expect(countCalls(hash, createHash)).toBeLessThan(30 * limits.message.disclosures)
  })

  it('is judged within the limits as before', () => {
    const batch = writeCallback(Array.from({ length: 20 }, () => credential))

    expect(verify(batch, { ...known, as: 'callback' }).conclusion).toBe('conformant')
  })

  it('is opened until it has too many characters in all', () => {
    const layers = openArtefact('callback', many, [], createBudget({ ...limits.message, octets: many.length + 50_000 }))

    expect(layers.at(-1)?.withheld).toMatch(/characters in all layers/)
    expect(layers.length).toBeLessThan(10)
  })
})

describe('the messages of one session', () => {
  const message = (number: number, session: string): Message => ({
    ...{ number, session, endpoint: 'walletCallback', from: 'identity app', to: 'wallet backend' },
    ...{ sentAt: 0, milliseconds: 0 },
    request: {
      method: 'POST',
      url: 'https://backend.example/callback',
      headers: {},
      body: writeCallback(Array.from({ length: limits.message.layers }, () => 'e30.e30.~')),
    },
  })
  const isWithheld = ({ request }: ReturnType<ReturnType<typeof createMessageParser>>): boolean =>
    request.some(({ withheld }) => withheld !== undefined)

  it('are opened until the session has too many layers', () => {
    const parse = createMessageParser([])
    const count = limits.session.layers / limits.message.layers

    expect(Array.from({ length: count }, (_, i) => isWithheld(parse(message(i, 'first'))))).not.toContain(true)
    expect(isWithheld(parse(message(count, 'first')))).toBe(true)
    expect(isWithheld(parse(message(count + 1, 'second')))).toBe(false)
  })
})

describe('a signature', () => {
  const otherKeys = Array.from({ length: 2_000 }, (_, i) => ({ ...keys.holder, kid: `key ${i}` }))
  const jwks = { keys: [...listKeys(known.jwks), ...otherKeys] }
  const [header, payload] = jws.split('.')
  const forged = [[header, payload, Buffer.alloc(64, 1).toString('base64url')].join('.'), ...disclosures].join('~')

  it('is verified with a bounded number of keys, once for all checks and profiles', () => {
    const batch = writeCallback(Array.from({ length: limits.message.layers }, () => forged))

    const { results } = verify(batch, { ...known, jwks, as: 'callback' })

    expect(results.find(({ requirement }) => requirement.id === 'CRED-SIGNED')?.outcome).toBe('failed')
    expect(countCalls(verifySignature)).toBeLessThanOrEqual(limits.message.signatures)
  })
})

describe('a presentation of thousands of claims for a query of thousands', () => {
  const known = { profile: 'openid4vp-1.0', now: 1_795_000_000, as: 'vp-response' } as const
  const count = 3_000
  const disclosures = Array.from({ length: count }, (_, i) => encodeBase64url(`["salt","n${i}",1]`))
  const _sd = disclosures.map((each) => hash('sha256', each, 'base64url'))
  const payload = encodeBase64url(JSON.stringify({ _sd, list: Array(count).fill({ a: 1 }) }))
  const token = `${encodeBase64url('{"alg":"ES256"}')}.${payload}.${'A'.repeat(86)}~${disclosures.join('~')}~`
  const text = JSON.stringify({ vp_token: { one: [token] } })
  const ask = (claims: readonly JsonObject[]) => ({
    dcql_query: { credentials: [{ id: 'one', format: 'dc+sd-jwt', meta: {}, claims }] },
  })
  const outcomes = (claims: readonly JsonObject[]) =>
    Object.fromEntries(
      verify(text, { ...known, presentationRequest: ask(claims) }).results.map((each) => [each.requirement.id, each]),
    )

  it.each([
    ['by name', Array.from({ length: count }, (_, i) => ({ path: [`m${i}`] }))],
    ['in every element', Array.from({ length: count }, (_, i) => ({ path: ['list', null, `m${i}`] }))],
  ])('is compared with it so often and no oftener: claims %s', (_, claims) => {
    vi.clearAllMocks()
    const { 'VPRESP-CLAIMS': missing, 'VPRESP-MORE': more, 'VPRESP-VALUES': values } = outcomes(claims)

    const tooMuch = { outcome: 'cantTell', reason: expect.stringMatching(/more than \d+ comparisons/) }
    expect([missing, more, values]).toMatchObject([tooMuch, tooMuch, tooMuch])
    expect(countCalls(hash, createHash)).toBeLessThan(10 * count)
  })

  it('is compared with a query of a few', () => {
    const { 'VPRESP-CLAIMS': missing, 'VPRESP-MORE': more } = outcomes([{ path: ['n1'] }, { path: ['none'] }])

    expect([missing?.outcome, more?.outcome]).toEqual(['failed', 'failed'])
    expect(countCalls(hash, createHash)).toBeLessThan(20 * count)
  })
})

describe('a text of millions of lines', () => {
  it('is judged line by line so far and no further, and what is left is said', () => {
    const lines = '{}\n'.repeat(2_000_000)
    const cases = [...verifyArgument('-', {}, () => Buffer.from(lines), true, {})]

    expect(cases).toHaveLength(mostLines + 1)
    expect(cases.at(-1)).toMatchObject({ code: 3, problem: { message: expect.stringMatching(/not judged here/) } })
  })
})

/** Octets that were hashed. */
const countHashed = (): number => hash.mock.calls.reduce((sum, [, data]) => sum + String(data).length, 0)

describe('the search for a changed character', () => {
  const pad = (length: number, i = 0): string => encodeBase64url(JSON.stringify([`Name${i}`, 'x'.repeat(length), 's']))
  const foreign = (count: number, length: number): string =>
    [credential.slice(0, -1), ...Array.from({ length: count }, (_, i) => pad(length, i)), ''].join('~')

  it.each([
    ['forty foreign disclosures of 2,000 characters', foreign(40, 1_480)],
    ['thousands of short ones', foreign(3_000, 40)],
    ['one of a megabyte', foreign(1, 800_000)],
  ])('in %s reads no more than it may, and is not finished', (_, text) => {
    expect(findChangedCharacter(text, known.jwks)).toBe('unfinished')
    expect(countHashed()).toBeLessThan(limits.search + 4 * text.length)
  })

  it('tries a bounded number of signatures', () => {
    const broken = `${jws.slice(0, jws.indexOf('.') + 40)}_____${jws.slice(jws.indexOf('.') + 45)}`
    const long = broken.replace(/\.([^.]*)\./, (_, payload) => `.${payload}${'A'.repeat(400_000)}.`)

    findChangedCharacter(`${long}~`, known.jwks)

    expect(countCalls(verifySignature)).toBe(0)
  })

  it('is shared by all artefacts of a text, and no verdict waits for it', () => {
    const lines = Array.from({ length: 8 }, () => foreign(4, 400)).join('\n')
    const cases = [...verifyArgument('-', known, () => Buffer.from(lines), true, {})]
    vi.clearAllMocks()

    const found = cases.map((one) => ('findChange' in one ? one.findChange?.() : 'not judged'))

    expect(found).toEqual(Array(8).fill('unfinished'))
    expect(countHashed()).toBeLessThan(limits.search + 4 * lines.length)
  })
})

describe('thousands of attested keys', () => {
  it('are compared with the bound keys without an import of any', () => {
    const { kty, crv, x, y } = ecKey
    const attested = Array.from({ length: 3_000 }, () => ({ kty, crv, x, y }))
    const attestation = { jws: { payload: { attested_keys: attested } } }

    const read = readBoundKeys({
      session: 'first',
      attestations: [attestation],
      credentials: [readSdJwt(credential)],
    } as unknown as Parameters<typeof readBoundKeys>[0]) // only these members are read

    expect(read?.attested).toHaveLength(3_000)
    expect(countCalls(createPublicKey)).toBe(0)
  })
})
