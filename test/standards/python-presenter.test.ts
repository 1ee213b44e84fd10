import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { concludeTest, listDoubtful, listFailed, type Seen } from '../../src/standard/tested/seen.ts'
import { issuerTrust } from '../../src/standard/verifier/issuer-trust.ts'
import { tryPresenter } from '../../src/standard/vp-wallet/try-vp-wallet.ts'
import { explainMissingPython } from '../e2e/verifiers/python-verifier.ts'

const noPython = explainMissingPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

const script = resolve(import.meta.dirname, 'wallets/presenter.py')
const folder = mkdtempSync(join(tmpdir(), 'assay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string): JsonObject => JSON.parse(readFileSync(join(folder, name), 'utf8'))

/** Tests the wallet with a mistake; with a credential of its own, of an issuer of its own. */
const ask = (mistake: string, hasProbes: boolean): Promise<Seen> =>
  tryPresenter({
    wallet: `command:python3 -B ${script} ${folder} ${mistake}`.trimEnd(),
    place: { host: '127.0.0.1', port: 0 },
    patience: { before: 5, after: 1 },
    query: read('query.json'),
    options: { jwks: read('jwks.json') },
    hasProbes,
    show: async () => undefined,
    announce: () => {},
  })

/** What is wrong with a message shows without probes. */
const inMessages = {
  nonce: ['KBJWT-TRANSACTION'],
  aud: ['KBJWT-AUDIENCE'],
  'sd-hash': ['KBJWT-HASH'],
  'kb-typ': ['KBJWT-TYP'],
  'all-claims': ['VPRESP-MORE'],
  state: ['VPRESP-STATE'],
  'no-array': ['VPRESP-OBJECT', 'VPRESP-SATISFIED'],
  posts: ['VPWALLET-FETCH'],
} as const

const byProbes = {
  typ: ['VPWALLET-REFUSES-TYPE'],
  signature: ['VPWALLET-REFUSES-SIGNATURE'],
  chain: ['VPWALLET-REFUSES-CHAIN'],
  unsigned: ['VPWALLET-REFUSES-UNSIGNED'],
  'wallet-nonce': ['VPWALLET-REFUSES-NONCE'],
  address: ['VPWALLET-REFUSES-ADDRESS'],
  claims: ['VPWALLET-UNMATCHED'],
  enc: ['VPJWE-ENC'],
} as const

describe.skipIf(noPython !== undefined)(`a wallet in Python that shares no code${reason}`, () => {
  beforeAll(() => {
    execFileSync('python3', ['-B', script, folder, '--prepare'])
    const root = issuerTrust.root.toString('base64')
    writeFileSync(join(folder, 'root.pem'), `-----BEGIN CERTIFICATE-----\n${root}\n-----END CERTIFICATE-----\n`)
  })

  it('passes, with every probe', async () => {
    const seen = await ask('', true)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: [], doubtful: [] })
    expect(seen.notes.filter((note) => note.startsWith('not sent'))).toEqual([])
    expect(concludeTest(seen)).toBe('passed')
  })

  it.each(Object.entries(inMessages))('is found by what it sends, and by nothing else: %s', async (mistake, rows) => {
    expect(listFailed(await ask(mistake, false))).toEqual(rows)
  })

  it.each(Object.entries(byProbes))('is found by probes, and by nothing else: %s', async (mistake, rows) => {
    expect(listFailed(await ask(mistake, true))).toEqual(rows)
  })
})
