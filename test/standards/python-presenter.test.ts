import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { concludeTest, listDoubtful, listFailed, type Seen } from '../../src/harness/seen.ts'
import { presenterProfile } from '../../suites/haip/harness/presenter-profile.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { tryPresenter } from '../../suites/openid4vp/harness/wallet/try-vp-wallet.ts'
import { whyNoPython } from '../python.ts'
import { sample } from '../sample.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

const script = resolve(import.meta.dirname, 'wallets/presenter.py')
const folders = { plain: mkdtempSync(join(tmpdir(), 'assay-')), certified: mkdtempSync(join(tmpdir(), 'assay-')) }
afterAll(() => Object.values(folders).map((folder) => rmSync(folder, { recursive: true })))

const readText = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')
const read = (folder: string, name: string): JsonObject => JSON.parse(readText(folder, name))

/** Makes a credential, and has the wallet trust the verifier. */
function prepare(folder: string, flag: string): void {
  execFileSync('python3', ['-B', script, folder, flag])
  const root = issuerTrust.root.toString('base64')
  writeFileSync(join(folder, 'root.pem'), `-----BEGIN CERTIFICATE-----\n${root}\n-----END CERTIFICATE-----\n`)
}

const surroundings = {
  place: { host: '127.0.0.1', port: 0 },
  show: async () => undefined,
  announce: () => {},
}

/** A user who is never sent back is waited for in each session. */
const patienceFor = (mistake: string) => ({ before: mistake === 'stays' ? 0.3 : 5, after: 0.1 })

/** Tests the wallet with a mistake; with a credential of its own, of an issuer of its own. */
const ask = (mistake: string, hasProbes: boolean): Promise<Seen> =>
  tryPresenter({
    ...surroundings,
    wallet: `command:python3 -B ${script} ${folders.plain} ${mistake}`.trimEnd(),
    patience: patienceFor(mistake),
    query: read(folders.plain, 'query.json'),
    transaction: { type: 'https://library.example/loan', title: 'Atlas' },
    options: { jwks: read(folders.plain, 'jwks.json') },
    hasProbes,
  })

/** The same by HAIP 1.0: its credential has a certificate. */
const askByHaip = (mistake: string, hasProbes: boolean): Promise<Seen> =>
  tryPresenter({
    ...surroundings,
    profile: presenterProfile,
    wallet: `command:python3 -B ${script} ${folders.certified} ${mistake}`.trimEnd(),
    patience: patienceFor(mistake),
    query: read(folders.certified, 'query.json'),
    options: { anchors: [readText(folders.certified, 'roots.pem')] },
    hasProbes,
  })

/** What is wrong with a message shows without probes. */
const inMessages = {
  nonce: ['KBJWT-TRANSACTION'],
  aud: ['KBJWT-AUDIENCE'],
  'sd-hash': ['KBJWT-HASH'],
  'kb-typ': ['KBJWT-TYP'],
  'all-claims': ['VPRESP-MORE'],
  software: ['VPWALLET-NO-SOFTWARE'],
  yesterday: ['KBJWT-FRESH'],
  tomorrow: ['KBJWT-FRESH'],
  state: ['VPRESP-STATE'],
  'no-array': ['VPRESP-OBJECT', 'VPRESP-SATISFIED'],
  posts: ['VPWALLET-FETCH'],
  get: ['VPSEND-POST'],
  json: ['VPSEND-POST'],
} as const

const byProbes = {
  typ: ['VPWALLET-REFUSES-TYPE'],
  'typ-end': ['VPWALLET-REFUSES-TYPE'],
  'audience-start': ['VPWALLET-REFUSES-AUDIENCE'],
  'mismatch-start': ['VPWALLET-REFUSES-MISMATCH'],
  'hash-start': ['VPWALLET-REFUSES-CLIENT'],
  'certified-early': ['VPWALLET-REFUSES-CHAIN'],
  'path-first': ['VPWALLET-UNMATCHED'],
  'path-last': ['VPWALLET-UNMATCHED'],
  'type-start': ['VPWALLET-UNMATCHED'],
  signature: [
    'VPWALLET-REFUSES-DID',
    'VPWALLET-REFUSES-METADATA-KEY',
    'VPWALLET-REFUSES-PROOF',
    'VPWALLET-REFUSES-SIGNATURE',
  ],
  chain: ['VPWALLET-REFUSES-CHAIN'],
  unsigned: ['VPWALLET-REFUSES-UNSIGNED'],
  'wallet-nonce': ['VPWALLET-REFUSES-NONCE'],
  address: ['VPWALLET-REFUSES-ADDRESS'],
  claims: ['VPWALLET-UNMATCHED'],
  enc: ['VPJWE-ENC'],
  'one-key': ['VPJWE-EPHEMERAL'],
  'did-kid': ['VPWALLET-REFUSES-DID'],
  attester: ['VPWALLET-REFUSES-ATTESTER'],
  'attested-times': ['VPWALLET-REFUSES-ATTESTED-TIMES'],
  'attested-name': ['VPWALLET-REFUSES-ATTESTED-NAME'],
  'attested-place': ['VPWALLET-REFUSES-PLACE'],
  'attested-start': ['VPWALLET-REFUSES-PLACE'],
  'any-host': ['VPWALLET-REFUSES-HOST'],
  crit: ['VPWALLET-REFUSES-CRIT'],
  expired: ['VPWALLET-REFUSES-TIMES'],
  early: ['VPWALLET-REFUSES-TIMES'],
  'metadata-key': ['VPWALLET-REFUSES-METADATA-KEY'],
  'header-key': ['VPWALLET-REFUSES-SIGNATURE'],
  algorithms: ['VPWALLET-NO-SIGNING-ALGS'],
  'no-algorithms': ['VPWALLET-SIGNING-ALGS'],
  'names-user': ['VPWALLET-NO-CLAIMS'],
  once: ['VPWALLET-DUPLICATES', 'VPWALLET-ERROR-CODE'],
  smallest: ['VPWALLET-PREFERRED'],
  'any-value': ['VPWALLET-VALUES'],
  'any-authority': ['VPWALLET-AUTHORITIES'],
  stays: ['VPWALLET-RETURN'],
  'loose-loan': ['VPWALLET-REFUSES-UNBOUND'],
  'hash-name': ['VPWALLET-TRANSACTION-HASH'],
  'unsigned-loan': ['VPSIGN-ALL'],
  'decoded-loan': ['VPSIGN-ALL', 'VPSIGN-HASH'],
  'nameless-hash': ['VPSIGN-ALG'],
} as const

describe.skipIf(noPython !== undefined)(`a wallet in Python that shares no code${reason}`, () => {
  beforeAll(() => prepare(folders.plain, '--prepare'))

  it('passes, with every probe', async () => {
    const seen = await ask('', true)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: [], doubtful: [] })
    expect(seen.notes.filter((note) => note.startsWith('not sent'))).toEqual([])
    expect(concludeTest(seen)).toBe('passed')
  })

  it.each(sample(Object.entries(inMessages), 6))(
    'is found by what it sends, and by nothing else: %s',
    async (mistake, rows) => {
      expect(listFailed(await ask(mistake, false))).toEqual(rows)
    },
  )

  it.each(sample(Object.entries(byProbes), 6))('is found by probes, and by nothing else: %s', async (mistake, rows) => {
    expect(listFailed(await ask(mistake, true))).toEqual(rows)
  })
})

const byHaip = {
  hash: { rows: ['HAIPPRESENT-HASH'], hasProbes: false },
  plain: { rows: ['HAIPVP-SEALED', 'VPSEND-ENCRYPTED'], hasProbes: false },
  stays: { rows: ['HAIPPRESENT-RETURN'], hasProbes: false },
  careless: { rows: ['HAIPPRESENT-AKI-OTHER', 'HAIPVP-BOUND', 'HAIPVP-GCM', 'VPWALLET-AUTHORITIES'], hasProbes: true },
} as const

describe.skipIf(noPython !== undefined)(`the same wallet by HAIP 1.0${reason}`, () => {
  beforeAll(() => prepare(folders.certified, '--certify'))

  it('passes, with every probe', async () => {
    const seen = await askByHaip('', true)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: [], doubtful: [] })
    expect(seen.notes.filter((note) => note.startsWith('not sent'))).toEqual([])
    expect(concludeTest(seen)).toBe('passed')
  })

  it.each(sample(Object.entries(byHaip), 6))(
    'is found by its mistakes, and by nothing else: %s',
    async (mistake, expected) => {
      expect(listFailed(await askByHaip(mistake, expected.hasProbes))).toEqual(expected.rows)
    },
  )
})
