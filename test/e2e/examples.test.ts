import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { assayCommand } from '../assay-command.ts'
import { whyNoPython } from '../python.ts'
import { ended, environment } from '../running-vitest.ts'

// What the pages of the examples promise, with the commands that stand there.

const noPython = whyNoPython()
const inPython = noPython === undefined ? '' : ` (left out: ${noPython})`

const home = mkdtempSync(join(tmpdir(), 'assay-examples-'))
afterAll(() => rmSync(home, { recursive: true }))

/** What a run ended with. */
interface Judged {
  readonly code: number
  readonly failed: readonly string[]
  /** Where the findings of one requirement are. */
  readonly placesOf: (id: string) => readonly string[]
}

/** Runs an example as its page says, but for a seed, so that it is always the same run. */
async function judged(argv: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Judged> {
  const out = mkdtempSync(join(home, 'run-'))
  // Seed 6 is as good as any other.
  const args = [assayCommand, 'run', '--out', out, '--seed', '6', '--quiet', ...argv]
  const env = { ...environment({ NO_PROXY: '*', PYTHONDONTWRITEBYTECODE: '1' }), ...more }
  const { code, err } = await ended(args, { env })
  expect(err).toBe('')
  const { results }: RunReport = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  return {
    code,
    failed: failed.map(({ id }) => id),
    placesOf: (id) => failed.find((result) => result.id === id)?.findings.map(({ at }) => at) ?? [],
  }
}

describe.skipIf(noPython !== undefined).concurrent(`the wallet in Python${inPython}`, () => {
  const wallet = (flags = '') =>
    judged(['--target', `wallet=command:python3 examples/python-wallet/wallet.py ${flags}`.trim()])

  it('conforms, and turns down everything that it has to', async () => {
    const { code, failed } = await wallet()

    expect(failed).toEqual([])
    expect(code).toBe(0)
  })

  it.each([
    ['other-nonce', ['NONCE-ATTESTED']],
    ['both-identifiers', ['REQ-EXCLUSIVE']],
    ['any-issuer', ['OFFER-REFUSED/OFFER-ISSUER', 'OFFER-RISKS/OFFER-BASE', 'OFFER-UNTRUSTED']],
  ])('is caught by its own requirements and by no other where it has the fault %s', async (fault, ids) => {
    const { code, failed } = await wallet(`--fault ${fault}`)

    expect(failed).toEqual(ids)
    expect(code).toBe(1)
  })
})

// Hundreds of lies each, and a slow machine may take its time.
describe.skipIf(noPython !== undefined)(`the verifier in Python${inPython}`, () => {
  const verifier = (flags = '') =>
    judged(['--target', `verifier=command:python3 examples/python-verifier/verifier.py ${flags}`.trim()])

  it('conforms, and turns down everything that it has to', async () => {
    const { code, failed } = await verifier()

    expect(failed).not.toContainEqual(expect.stringMatching(/^CRED-REFUSED/))
    expect(code).toBe(0)
  })

  it.each([
    ['any-signature', 'CRED-SIGNED/signs-with-an-unrelated-key-under-its-own-kid'],
    ['any-digest', 'SD-INCLUDED/changes-a-value-after-signing'],
    ['any-status', 'STATUS-VALUE/sends-another-word-as-the-status'],
  ])('is caught by the lie that it believes where it has the fault %s', async (fault, lie) => {
    const { code, placesOf } = await verifier(`--fault ${fault}`)

    expect(placesOf(`CRED-REFUSED/${lie.replace(/\/.*/, '')}`)).toContain(lie)
    expect(code).toBe(1)
  })
})

describe('the issuer in TypeScript', () => {
  const module = 'module:examples/typescript-issuer/issuer.ts'
  const targets = ['--target', `issuer=${module}`, '--target', `status-service=${module}`]

  it('conforms, and turns down everything that it has to', async () => {
    const { code, failed } = await judged(targets)

    expect(failed).toEqual([])
    expect(code).toBe(0)
  })

  it('is caught by one requirement where it has digests as RFC 9901 has them', async () => {
    const { code, failed } = await judged([...targets, '--members', '0', '--decision', 'sd.digest=parts'], {
      ISSUER_FAULT: 'rfc9901-digest',
    })

    expect(failed).toEqual(['SD-DIGEST'])
    expect(code).toBe(1)
  })
})

describe('a wallet on a phone', () => {
  it('is moved by `adb`, and its deeplink comes to the door', async () => {
    const path = [resolve('examples/android-deeplink/simulator'), dirname(process.execPath), process.env.PATH]
    const intent = 'adb shell am start -W -a android.intent.action.VIEW -d {offer_url}'

    const { code, failed } = await judged(['--target', `wallet=exec:${intent}`, '--members', '0'], {
      PATH: path.join(delimiter),
    })

    expect(failed).toEqual([])
    expect(code).toBe(0)
  })
})
