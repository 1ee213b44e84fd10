import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { type FeatureId, features, type SuiteName, suiteNames } from '../../src/explain/features.ts'
import { runFiles } from '../../src/run-folder/run-files.ts'
import { verify } from '../../src/verify/verify.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { serveActor } from '../standards/served-issuer.ts'
import { call, run as runInConsole } from '../ui/calls.ts'
import { openConsole } from '../ui/open-console.ts'
import { assay, type Said } from './console.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const keyFile = join(folder, 'key.pem')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
writeFileSync(`${keyFile}.pub`, publicKey.export({ type: 'spki', format: 'pem' }))

const time = ['--now', '1795000000'] as const
const known = { runs: 0 }
const newPath = (): string => join(folder, `run-${++known.runs}`)

/** How an implementation is tested by each suite, and a fault of its reference actor. */
const tested = {
  document: { argv: ['run'], fault: [] },
  'sd-jwt': { argv: ['test', 'holder'], fault: ['--fault', findFault('sd-jwt', 'SDHOLD')] },
  'openid4vci-1.0': { argv: ['test', 'issuer'], fault: ['--fault', 'VCIUSE-REFUSES/takes-any-nonce'] },
  'openid4vp-1.0': { argv: ['test', 'verifier'], fault: ['--fault', findFault('openid4vp-1.0', 'VPUSE')] },
  'haip-1.0': {
    argv: ['test', 'issuer', '--profile', 'haip-1.0'],
    fault: ['--fault', findFault('haip-1.0', 'HAIPAS')],
  },
} as const satisfies Partial<Record<SuiteName, { argv: readonly string[]; fault: readonly string[] }>>

function findFault(suite: 'sd-jwt' | 'openid4vp-1.0' | 'haip-1.0', part: string): string {
  const found = standardProofs[suite].exchange?.faults.find(({ id }) => id.startsWith(part))
  if (!found) throw new TypeError(`${suite} has no fault of ${part}`)
  return found.id
}

const describeTested = (suite: SuiteName) => (suite in tested ? tested[suite as keyof typeof tested] : undefined)

interface Run extends Said {
  readonly path: string
  readonly report: RunReport
}

/** Tests the reference actor of a suite, and reads its report. */
async function run(suite: SuiteName, ...flags: readonly string[]): Promise<Run> {
  const path = newPath()
  const few = flags.includes('--only') ? [] : fewRows(suite)
  const said = await assay([...(describeTested(suite)?.argv ?? []), ...time, '--out', path, ...flags, ...few])
  return { ...said, path, report: JSON.parse(readFileSync(join(path, 'report.json'), 'utf8')) }
}

const kept = new Map<string, Promise<Run>>()

/** A run without a fault, or with one, made once for each suite. */
function once(suite: SuiteName, how: 'good' | 'bad'): Promise<Run> {
  const fault = how === 'bad' ? (describeTested(suite)?.fault ?? []) : []
  const name = `${suite} ${fault.join(' ')}`
  const made = kept.get(name) ?? run(suite, '--probes', ...fault)
  kept.set(name, made)
  return made
}

const chooseRow = ({ report }: Run): string =>
  report.results.find(({ outcome }) => outcome === 'failed')?.id ?? report.results[0]?.id ?? ''

/** Says something about a run, and is looked at. */
const reads =
  (shows: RegExp, command: (good: Run, bad: Run) => readonly string[], code: readonly number[] = [0]) =>
  async (suite: SuiteName): Promise<void> => {
    const [good, bad] = [await once(suite, 'good'), await once(suite, 'bad')]
    const said = await assay(command(good, bad))

    expect(said.out + said.err).toMatch(shows)
    expect(code).toContain(said.code)
  }

/** A command about the rows of a suite. */
const looksUp =
  (shows: RegExp, command: (suite: SuiteName) => readonly string[]) =>
  async (suite: SuiteName): Promise<void> => {
    const said = await assay(command(suite))

    expect(said.out + said.err).toMatch(shows)
    expect(said.code).toBe(0)
  }

/** A flag of a run. */
const changes =
  (flags: readonly string[], expectation: (run: Run, suite: SuiteName) => void) =>
  async (suite: SuiteName): Promise<void> =>
    expectation(await run(suite, ...flags), suite)

/** Tested at length elsewhere. */
const playedIn = (file: string, words: RegExp) => async (): Promise<void> =>
  expect(readFileSync(file, 'utf8')).toMatch(words)

const ofStandard = (suite: SuiteName): readonly string[] => (suite === 'document' ? [] : ['--profile', suite])

const makeSample = (suite: SuiteName) =>
  suite === 'document'
    ? { text: readFileSync('fixtures/artefacts/callback.json', 'utf8'), profile: suite, options: {} }
    : (({ text, kind, facts }) => ({ text, profile: suite, options: { as: kind, ...facts, profile: suite } }))(
        standardProofs[suite].makeSample({}),
      )

/** What is served for those who implement the other side. */
const served: Readonly<Partial<Record<SuiteName, readonly [string, ...string[]]>>> = {
  document: ['issuer'],
  'openid4vci-1.0': ['openid4vci-issuer'],
  'openid4vp-1.0': ['openid4vp-verifier'],
  'haip-1.0': ['openid4vci-issuer', '--variant', 'HAIP/is-an-issuer-of-this-profile'],
}

/** Plays a feature of one suite. */
const plays: Readonly<Record<FeatureId, (suite: SuiteName) => Promise<void>>> = {
  verify: async (suite) => {
    const { text } = makeSample(suite)
    const file = join(folder, 'artefact')
    writeFileSync(file, text)
    const { out } = await assay(['verify', file, ...time, ...ofStandard(suite), '--json'])

    expect(JSON.parse(out)).toMatchObject({ profile: suite })
  },
  list: looksUp(/in all$/, (suite) => ['list', 'requirements', ...ofStandard(suite)]),
  explain: async (suite) => {
    const { out } = await assay(['list', 'requirements', ...ofStandard(suite), '--json'])
    const [{ id }] = JSON.parse(out)

    expect((await assay(['explain', id])).out).toContain(`${id}  `)
  },
  prove: async (suite) => {
    const [fault] = suite === 'document' ? [{ id: 'CRED-TYP/' }] : standardProofs[suite].faults
    const [id = ''] = fault?.id.split('/') ?? []
    const { code, out } = await assay(['prove', id, ...ofStandard(suite)])

    expect([code, out]).toEqual([0, expect.stringMatching(/faults? detected|detected/)])
  },
  vectors: async (suite) => {
    const path = newPath()
    const chosen = suite === 'document' ? ['CRED-TYP'] : []
    const { code } = await assay(['vectors', ...chosen, ...ofStandard(suite), '--out', path])

    expect([code, statSync(path).isDirectory()]).toEqual([0, true])
  },
  run: async (suite) => {
    const path = newPath()
    const { code } = await assay(['run', '--suite', suite, '--probes', ...time, '--out', path, ...fewRows(suite)])

    expect([code, statSync(join(path, 'report.json')).isFile()]).toEqual([0, true])
  },
  test: changes(['--probes'], ({ code, report }, suite) => expect([code, report.profile]).toEqual([0, suite])),
  report: reads(/^TAP version 14/, ({ path }) => ['report', path, '--format', 'tap']),
  diff: reads(/new failures|unchanged/, (good, bad) => ['diff', good.path, bad.path], [0, 1]),
  replay: reads(
    /assay (?:test|run)|passed/,
    (_, bad) => ['replay', bad.path, chooseRow(bad), ...outOf(bad)],
    [0, 1, 3],
  ),
  rejudge: async (suite) => {
    const { path } = await run(suite, '--keep-private')
    const { out } = await assay(['rejudge', path])

    expect(out).toContain('unchanged')
  },
  baseline: reads(/known failures? /, (_, bad) => {
    const file = join(bad.path, 'known.json')
    return ['baseline', 'update', bad.path, '--file', file, '--reason', 'in 2.1']
  }),
  matrix: reads(/\| \*\*Verdict\*\*/, (good, bad) => ['matrix', good.path, bad.path]),
  compat: reads(/COMPATIBLE/, ({ path }) => ['compat', path, path]),
  merge: playedIn('test/cli/shards.test.ts', /'merge'/),
  sign: reads(/signed; the verdict is/, ({ path }) => ['sign', path, '--key', keyFile]),
  'verify-report': reads(/digest +the record is/, ({ path }) => ['verify-report', path], [0, 3]),
  ui: async (suite) => {
    const { url } = await openConsole()
    await runInConsole(url, { suite, only: suite === 'document' ? 'CRED-*' : '', probes: 'yes' })

    expect((await call(url)).body).toMatch(/<h1 id="title">[^<]*passed/)
  },
  serve: async (suite) => {
    const [actor, ...flags] = served[suite] ?? ['']

    expect(await serveActor(actor, ...flags)).toMatch(/^http:/)
  },
  plan: async (suite) => {
    const [, role = 'issuer'] = describeTested(suite)?.argv ?? []
    const { out } = await assay(['plan', role, '--suite', suite])

    expect(out).toMatch(/requirements to pass/)
  },
  decide: playedIn('test/cli/decide.test.ts', /'decide'/),
  claim: async (suite) => {
    if (suite === 'document') return playedIn('test/claim-forgeries.test.ts', /'claim'/)()
    const claimed = await claimOnce(suite)

    expect([claimed.code, claimed.out]).toEqual([0, expect.stringContaining(`under the profile ${suite}`)])
  },
  claims: async (suite) => {
    if (suite === 'document') return playedIn('test/cli/statements.test.ts', /'claims'/)()
    const claimed = await claimOnce(suite)
    const { code, out } = await assay(['claims', claimed.path, '--key', `${keyFile}.pub`])

    expect([code, out]).toEqual([0, expect.stringContaining('✔ statement.html')])
  },
  init: async (suite) => {
    const path = newPath()
    mkdirSync(path)
    const { code } = await assay(['init', path, ...(suite === 'document' ? [] : ['--suite', suite])])

    expect([code, readFileSync(join(path, 'harness.config.ts'), 'utf8')]).toEqual([0, expect.stringContaining(suite)])
  },
  doctor: looksUp(/settings/, (suite) => ['doctor', '--suite', suite]),
  '--only': async (suite) => {
    const row = chooseRow(await once(suite, 'bad'))
    const { report } = await run(suite, '--probes', '--only', row)

    expect(report.results.map(({ id }) => id)).toContain(row)
    expect(new Set(report.probes.map(({ requirement }) => requirement.split('/')[0]))).toEqual(
      new Set(report.probes.length > 0 ? [row] : []),
    )
  },
  '--skip': async (suite) => {
    const row = chooseRow(await once(suite, 'bad'))
    const { report } = await run(suite, '--probes', '--skip', row)

    expect(report.results.some(({ id }) => id === row)).toBe(false)
    expect(report.selection).toMatchObject({ skip: [row], complete: false })
  },
  '--seed': changes(['--seed', '7'], ({ report }) => expect(report.seed).toBe('7')),
  '--now': changes([], ({ code }) => expect([0, 1, 3]).toContain(code)),
  '--strict': changes(['--strict'], ({ report }) => expect(report.strict).toBe(true)),
  '--gate': changes(['--gate', 'go-live'], ({ report }) => expect(report.gate).toBe('go-live')),
  '--events': async (suite) => {
    const { out } = await run(suite, '--events')

    expect(out.split('\n').map((line) => JSON.parse(line)).length).toBeGreaterThan(1)
  },
  '--resume': async (suite) => {
    if (suite === 'document') return playedIn('test/cli/by-hand.test.ts', /--resume/)()
    const { path, report } = await run(suite, '--probes', '--keep-private')
    const { test, ...head } = JSON.parse(readFileSync(join(path, runFiles.private), 'utf8').split('\n')[0] ?? '')
    const events: readonly unknown[] = test.events.slice(0, test.events.length / 2)
    const lines = [{ ...head, test: { ...test, events: [] } }, ...events].map((line) => `${JSON.stringify(line)}\n`)
    writeFileSync(join(path, runFiles.tape), lines.join(''))
    const argv = [...(describeTested(suite)?.argv ?? []), ...time, '--probes', '--keep-private', '--resume']
    await assay([...argv, '--out', path])
    const again: RunReport = JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'))

    expect(again.notes).toContainEqual(expect.stringContaining('the test was interrupted and resumed'))
    expect(again.results.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(
      report.results.map(({ id, outcome }) => `${id} ${outcome}`),
    )
  },
  '--shard': playedIn('test/cli/shards.test.ts', /--shard/),
  '--via': playedIn('test/audit/campaign.test.ts', /--via/),
  '--concurrency': changes(['--concurrency', '2'], ({ report }) => expect(report.results).not.toEqual([])),
  '--incognito': changes(['--incognito'], ({ report }) => expect(report.results).not.toEqual([])),
  '--keep-private': changes(['--keep-private'], ({ path }) =>
    expect(statSync(join(path, 'record.private.ndjson')).isFile()).toBe(true),
  ),
  suites: playedIn('test/cli/own-suite.test.ts', /examples\/national-profile/),
  hooks: playedIn('test/e2e/status-hook.test.ts', /hooks/),
  'assay/vitest': async (suite) => {
    const { text, options } = makeSample(suite)
    await import('../../src/vitest.ts')

    expect(verify(text, options).conclusion).not.toBe('nonconformant')
    if (verify(text, options).conclusion === 'conformant') expect(text).toConform(options)
  },
  'assay/suite': (suite) =>
    suite === 'document'
      ? playedIn('test/suite.test.ts', /suites/)()
      : playedIn('test/standard-suite.test.ts', new RegExp(suite.replaceAll('.', '\\.')))(),
  'assay/msw': (suite) =>
    suite === 'document'
      ? playedIn('test/msw.test.ts', /reference\(/)()
      : playedIn('test/standard-msw.test.ts', new RegExp(suite.replaceAll('.', '\\.')))(),
}

/** The reference actor of a standard as a target of others. */
async function reachTarget(suite: SuiteName): Promise<readonly string[]> {
  if (suite === 'sd-jwt') {
    const file = join(folder, 'holder.mjs')
    const reference = import.meta.resolve('../../suites/sd-jwt/harness/reference-holder.ts')
    writeFileSync(
      file,
      `import { createReferenceHolder } from '${reference}'\nexport default createReferenceHolder()\n`,
    )
    return ['--holder', `module:${file}`]
  }
  const [actor, ...flags] = served[suite] ?? ['']
  const address = await serveActor(actor, ...flags)
  if (suite !== 'openid4vp-1.0') return ['--offer', address]
  await assay(['test', 'verifier', '--write-trust', folder])
  return ['--request', address, '--anchors', join(folder, 'root.pem')]
}

const claims = new Map<SuiteName, Promise<Said & { readonly path: string }>>()

/** A run by a standard that its owner claims. */
function claimOnce(suite: SuiteName): Promise<Said & { readonly path: string }> {
  const made = claims.get(suite) ?? claimRun(suite)
  claims.set(suite, made)
  return made
}

async function claimRun(suite: SuiteName) {
  const path = newPath()
  const argv = [...(describeTested(suite)?.argv ?? []), '--probes', '--out', path, ...(await reachTarget(suite))]
  const tested = await assay(argv)
  const claimed = tested.code === 0 ? await assay(['claim', path, '--key', keyFile]) : tested
  return { ...claimed, path }
}

/** The document takes a while. */
const fewRows = (suite: SuiteName): readonly string[] => (suite === 'document' ? ['--only', 'CRED-*'] : [])

/** A replay of the document is a new run, in a folder of its own. */
const outOf = ({ path, report }: Run): readonly string[] =>
  report.profile === 'document' ? ['--out', `${path}-again`] : []

const cells = features.flatMap(({ id, cells: own }) =>
  suiteNames.filter((suite) => own[suite] === true).map((suite) => ({ feature: id as FeatureId, suite })),
)

describe('the table of features', () => {
  it.each(cells)('$feature works for $suite', ({ feature, suite }) => plays[feature](suite))

  it('has a sentence where something does not work', () => {
    const sentences = features.flatMap(({ cells: own }) =>
      Object.values(own).filter((cell) => typeof cell === 'string'),
    )

    expect(sentences.filter((each) => each.split(' ').length < 4 && !each.startsWith('not yet'))).toEqual([])
  })

  it('calls an issuer and a wallet of one standard compatible', async () => {
    const { path } = await once('openid4vci-1.0', 'good')
    const wallet = newPath()
    await assay(['test', 'wallet', '--probes', ...time, '--out', wallet])

    expect(await assay(['compat', path, wallet])).toMatchObject({ code: 0 })
  })

  it('is printed for all suites, or for one', async () => {
    const [all, one] = [await assay(['list', 'features']), await assay(['list', 'features', '--profile', 'sd-jwt'])]

    expect(all.out).toContain('document')
    expect(one.out).toMatch(/^decide +a standard leaves no decision/m)
  })
})
