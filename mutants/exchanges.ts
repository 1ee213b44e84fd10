import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import exchanges from '../league/exchanges/exchanges.json' with { type: 'json' }
import type { Exchange } from '../league/exchanges/page.ts'
import { installExchange, testExchange } from '../league/exchanges/run.ts'
import type { RunReport } from '../model/run-report.ts'
import { copyPackage } from './package-copy.ts'
import type { Subject, SubjectEnd } from './subject.ts'
import { listLines } from './traffic.ts'

/** The libraries of the league behind an adapter, by its name: the first way of each. */
export const mutatedExchanges: ReadonlyMap<string, Exchange> = new Map(
  (exchanges as readonly Exchange[]) // the file says so
    .flatMap((each) => (each.adapter === undefined ? [] : [[each.adapter, each] as const]))
    .toReversed(),
)

/** A library that issues, presents or verifies by a standard, tested by `assay test`. */
export async function openExchange(exchange: Exchange, seed: string): Promise<Subject> {
  const place = await installExchange(exchange)
  const copy = copyPackage(exchange.library, place.folder, () => false)
  const isAsked = exchange.role === 'issuer' || exchange.role === 'verifier'
  return {
    copy,
    phases: ['without probes', 'with probes'],
    isOrdered: false, // it draws keys of its own, and does several things at a time
    play: async (phase) => {
      const hasProbes = phase === 'with probes'
      const out = mkdtempSync(join(tmpdir(), 'assay-mutants-'))
      const flags = [
        ...['--seed', seed, '--out', out, '--keep-private', '--format', 'tap'],
        ...(isAsked ? ['--concurrency', '1'] : []),
        ...(hasProbes ? ['--probes'] : []),
      ]
      try {
        const report = await testExchange(exchange, { ...place, folder: copy.folder }, flags)
        return summarize(report, readFileSync(join(out, 'record.private.ndjson'), 'utf8'), hasProbes)
      } catch (error) {
        return summarize(undefined, '', hasProbes, `${error}`)
      } finally {
        rmSync(out, { recursive: true })
      }
    },
  }
}

function summarize(report: RunReport | undefined, record: string, hasProbes: boolean, problem?: string): SubjectEnd {
  const { results = [], sessions = [] } = report ?? {}
  const select = (isChosen: (each: (typeof results)[number]) => boolean): ReadonlySet<string> =>
    new Set(results.filter(isChosen).map(({ id }) => id))
  const [, ...messages] = record
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const recording = { messages: messages.filter(({ request }) => request !== undefined), sessions: [] }
  return {
    failed: select(({ outcome, force }) => outcome === 'failed' && force !== 'should'),
    advice: select(({ outcome, force }) => outcome === 'failed' && force === 'should'),
    doubtful: select(({ outcome }) => outcome === 'cantTell'),
    leftOut: select(({ outcome }) => outcome === 'untested' || outcome === 'inapplicable'),
    stopped: new Set([
      ...(problem === undefined ? [] : [problem]),
      ...sessions.flatMap(({ ended, session }) => (ended === 'completed' ? [] : [session])),
    ]),
    // What the probes send is drawn: only how they are answered can be compared.
    lines: hasProbes
      ? (report?.probes ?? []).map(({ id, answer }) => `${id}: ${answer}`)
      : listLines({ cases: [], trials: [], notes: [], untested: [], recording }, false).map(hideChance),
    questions: [],
  }
}

/** Ports and times are others in each run. */
const hideChance = (line: string): string =>
  line
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/(?<!\d)\d{10}(?!\d)/g, 'TIME')
    .replaceAll(/"date":"[^"]*"/g, '')
