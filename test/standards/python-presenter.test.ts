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
import { byHaip, byHaipProbes, byProbes, inMessages } from './python/presenter.ts'

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

describe.skipIf(noPython !== undefined)(`a wallet in Python that shares no code${reason}`, () => {
  beforeAll(() => prepare(folders.plain, '--prepare'))

  it('passes, with every probe', async () => {
    const seen = await ask('', true)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: [], doubtful: [] })
    expect(seen.notes.filter((note) => note.startsWith('not tested'))).toEqual([])
    expect(concludeTest(seen)).toBe('passed')
  })

  it.each(sample(inMessages, 6))('is found by what it sends, and by nothing else: %s', async (mistake, ...rows) => {
    expect(listFailed(await ask(mistake, false))).toEqual(rows)
  })

  it.each(sample(byProbes, 6))('is found by probes, and by nothing else: %s', async (mistake, ...rows) => {
    expect(listFailed(await ask(mistake, true))).toEqual(rows)
  })
})

describe.skipIf(noPython !== undefined)(`the same wallet by HAIP 1.0${reason}`, () => {
  beforeAll(() => prepare(folders.certified, '--certify'))

  it('passes, with every probe', async () => {
    const seen = await askByHaip('', true)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: [], doubtful: [] })
    expect(seen.notes.filter((note) => note.startsWith('not tested'))).toEqual([])
    expect(concludeTest(seen)).toBe('passed')
  })

  it.each(sample(byHaip, 6))('is found by what it sends, and by nothing else: %s', async (mistake, ...rows) => {
    expect(listFailed(await askByHaip(mistake, false))).toEqual(rows)
  })

  it.each(sample(byHaipProbes, 6))('is found by probes, and by nothing else: %s', async (mistake, ...rows) => {
    expect(listFailed(await askByHaip(mistake, true))).toEqual(rows)
  })
})
