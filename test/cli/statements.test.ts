import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeJws } from '../../src/run-folder/signing.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

// Statements that strangers send: anything may be written in them.

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
const jwk = { crv, kty, x, y }

const statement = {
  schemaVersion: 1,
  type: 'assay-conformance-statement',
  statedBySigner: [],
  claim: 'The implementation passed.',
  subject: {},
  roles: ['issuer'],
  profile: 'document',
  gate: 'go-live',
  statedAt: '2026-01-01T00:00:00.000Z',
  run: { startedAt: '2026-01-01T00:00:00.000Z', milliseconds: 1, seed: '42' },
  tool: { name: 'assay', version: '0.1.0' },
  plan: { version: '0.1.0', registry: 'x' },
  counts: { all: 1, passed: 1, failed: 0, inconclusive: 0, harnessErrors: 0, untested: 0, inapplicable: 0 },
  passed: ['SD-DIGEST'],
  notShown: [],
  excluded: [],
  decisions: [],
  proof: { sessions: 1, calls: 1, tampered: 1, detected: 1, probes: 1, handled: 1 },
  digests: { report: '0'.repeat(64), record: '0'.repeat(64) },
  signer: { jwk, thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') },
}

interface Signing {
  readonly key?: KeyObject
  readonly typ?: string
}

const store = (changes: object = {}, { key = privateKey, typ = 'assay-statement+jwt' }: Signing = {}): string => {
  const changed = { ...statement, ...changes }
  return JSON.stringify({ statement: changed, jws: makeJws(changed, key, typ) })
}

const verify = (text: string, ...flags: readonly string[]) =>
  assay(['verify-report', join(folderWith({ 'statement.json': text }), 'statement.json'), ...flags])

const other = generateKeyPairSync('ed25519')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })

describe('a statement', () => {
  it('is valid with the key of its signer, and shows without it only that it is unchanged', async () => {
    const folder = folderWith({ 'key.pem': pem })

    expect(await verify(store(), '--key', join(folder, 'key.pem'))).toMatchObject({ code: 0 })
    expect(await verify(store())).toMatchObject({ code: 3 })
  })

  it.each([
    ['is not JSON', '{', /is not a statement: /],
    ['is not an object', '[]', /is not a statement: /],
    ['has no signature', JSON.stringify({ statement }), /with its signature/],
    ['says more than it signs', JSON.stringify({ ...JSON.parse(store()), note: 'x' }), /and nothing else/],
    ['has roles that are none', store({ roles: 1 }), /roles: it must be an array/],
    ['has no text where one has to be', store({ claim: { toString: 1 } }), /claim: it must be a string/],
    ['says more than statements do', store({ award: 'gold' }), /award: there is no such key/],
    ['was changed after it was signed', store().replace('The implementation passed', 'All passed'), /was changed/],
    ['is signed as another type', store({}, { typ: 'JWT' }), /not signed/],
    ['is signed as a report', store({}, { typ: 'assay-report+jwt' }), /not signed/],
    ['has a fourth part', store().replace(/"\}$/, '.AAAA"}'), /not signed/],
    ['has something after its signature', store().replace(/"\}$/, '!"}'), /not signed/],
    ['is signed by another key', store({}, { key: other.privateKey }), /not signed/],
    ['names another thumbprint', store({ signer: { jwk, thumbprint: 'x' } }), /names another key/],
    [
      'names a key of RSA',
      store({ signer: { jwk: { crv: 'P-256', kty: 'RSA', x: rsa.n }, thumbprint: 'x' } }),
      /not signed/,
    ],
  ])('that %s is refused with the reason', async (_, text, reason) => {
    const { code, out, err } = await verify(text)

    expect(err).toBe('')
    expect(out).toMatch(/^✖ statement /)
    expect(out).toMatch(reason)
    expect(code).toBe(1)
  })

  it('is listed, and a file that is none is named', async () => {
    const listing = await assay(['claims', folderWith({ 'statement.json': store() })])
    const broken = await assay(['claims', folderWith({ 'statement.json': '{' })])

    expect(listing).toMatchObject({ code: 0 })
    expect(broken).toMatchObject({ code: 1 })
    expect(broken.out).toMatch(/✖ .*statement\.json is not a statement/)
  })
})
