import { checks } from '../../suites/checks.ts'
import { exchangeChecks } from '../../suites/exchange-checks.ts'
import { decisions, requirements } from '../../suites/registry.ts'
import { type Answering, answersUnder } from '../harness/answers.ts'
import { assess } from '../harness/assess.ts'
import { exhibitsBy, passageOf } from '../harness/exhibits.ts'
import { articlesOf } from '../harness/judge.ts'
import { program } from '../harness/program.ts'
import { redact } from '../harness/redact.ts'
import { isSelected, isWhole } from '../harness/selection.ts'
import { verdictOf } from '../harness/verdict.ts'
import { HarnessError } from '../model/errors.ts'
import type { RecordHead } from '../model/record.ts'
import type { Role } from '../model/requirement.ts'
import type { RunReport } from '../model/run-report.ts'
import type { Hop } from '../model/wire.ts'
import { openers } from './company.ts'
import { knownIn } from './known.ts'
import { basesIn } from './places.ts'
import { preflight } from './preflight.ts'
import { everybody } from './roles.ts'
import { toldOf } from './run.ts'
import { words } from './words.ts'

/** A run that was kept as it was: its report, and everything that was said. */
export interface Kept {
  readonly report: RunReport
  readonly head: RecordHead
  readonly hops: readonly Hop[]
}

const articles = articlesOf(requirements, checks)

/** Judges a run once more, by the checks of today and perhaps under other answers. Nothing is played. */
export function rejudged(kept: Kept, answering: Answering, tool: RunReport['tool']): RunReport {
  const { report, head } = kept
  const answers = answersUnder(answering)
  const hops = kept.hops.filter(({ session }) => report.sessions.some((each) => each.session === session))
  const passages = hops.map((hop) => passageOf(hop, openers))
  const results = assess(
    {
      articles: articles.filter(({ requirement: { id } }) => isSelected(id, head.selection)),
      exchangeChecks,
      answering,
      decide: answers.decide,
    },
    {
      hops,
      tested: testedOf(head),
      keys: openers,
      known: (own) => knownIn(own, knownOf(kept, own[0]?.hop.session ?? '')),
      uids: uidsOf(head),
      missing: '',
      ...(report.probes.length > 0 && { probes: report.probes }),
    },
  )
  const taken = answers.taken()
  const isComplete = isWhole(head.selection)
  const endings = report.sessions.map(({ session, why, hops: _, ...ending }) => ({
    episode: { ...(program.find((each) => each.session === session) ?? preflight), session, why },
    ...ending,
  }))
  return {
    ...report,
    tool,
    profile: answering.profile,
    decisions: taken.map(({ decision: { id }, value, source }) => ({ id, value, source })),
    results: redact(
      results,
      exhibitsBy(passages, () => true),
      words,
    ).map(toldOf),
    verdict: verdictOf({
      results,
      endings,
      decisions: taken,
      isComplete,
      strictness: report.strict === true ? 'all' : 'required',
      interrupted: report.verdict.result === 'interrupted',
    }),
  }
}

/** What this assay judges by. */
export const registry = `${requirements.length} requirements, ${decisions.length} decisions`

function testedOf({ cast }: RecordHead): ReadonlySet<Role> {
  const named = cast.filter(({ url }) => url !== undefined).map(({ role }) => role)
  return new Set(named.length > 0 ? named : everybody)
}

function knownOf({ report, head: { places, now, anchors } }: Kept, session: string) {
  if (places === undefined) {
    throw new HarnessError('ERR_INPUT', 'the record does not say where the issuer was: it is of an older assay')
  }
  const { issuer, status = '', door } = places
  const bases = { issuer, status, walletBackend: issuer, verifier: issuer, ...(door !== undefined && { door }) }
  const own = basesIn(session, bases)
  const ended = Math.floor((Date.parse(report.startedAt) + report.milliseconds) / 1000)
  return { now: now ?? ended, issuer: own.issuer, anchors, ...(status !== '' && { statusBase: own.status }) }
}

/** Who asked in which session. */
const uidsOf = ({ uids = [] }: RecordHead): Readonly<Record<string, string>> =>
  Object.fromEntries(
    program.flatMap(({ session, account }) => {
      const uid = uids[account % Math.max(1, uids.length)]
      return uid === undefined ? [] : [[session, uid]]
    }),
  )
