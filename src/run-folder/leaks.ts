import { HarnessError } from '../../model/errors.ts'
import type { LocatedFinding } from '../../model/report.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { addPrivacyNote } from '../judge/verdict.ts'
import { type FindLeak, type PrivateText, receivedKind } from '../privacy/find-leaks.ts'
import type { MarkText } from '../privacy/marks.ts'
import { describeText } from '../privacy/public-places.ts'
import { type WatchedRun, watchForLeaks } from '../privacy/watch-for-leaks.ts'
import type { ChangeLine, RunFolder } from './run-folder.ts'

/** A run whose files and lines are searched. */
export type SearchedRun = Omit<WatchedRun, 'renderForms' | 'withoutTargets'>

/**
 * Searches what a run quotes of its targets, place by place, and describes each value in which something private is found. That
 * is a finding about the target, and a note in the report: no target can withhold a report by what it writes.
 */
export function hideWhatTargetsWrote(watched: SearchedRun, folder: Pick<RunFolder, 'rewrite'>): RunReport {
  const { report, recording } = watched
  if (!recording.targets?.size) return report
  const find = watchForLeaks({ ...watched, renderForms: () => [] })
  const inRecord = folder.rewrite(createLineScreen(find, recording.targets, recording.mark))
  const screen = createScreen(find)
  const hidden = hideInReport(report, screen.hide)
  const count = inRecord + screen.count()
  return count === 0 ? report : { ...hidden, verdict: addPrivacyNote(hidden.verdict, count) }
}

/** Describes texts in which something private is found, and counts them. */
interface Screen {
  readonly hide: (text: string) => string
  readonly count: () => number
}

function createScreen(find: FindLeak, mark?: MarkText): Screen {
  let count = 0
  const hide = (text: string): string => {
    if (find(text) === undefined) return text
    count++
    return describeText(text, mark?.(text))
  }
  return { hide, count: () => count }
}

/**
 * Creates what changes a line. It is searched as a whole first: few have anything in them. In a request of ours, only what a
 * target knows is hidden, and that is no note about the target; anything else there is a defect, and is found later.
 */
const createLineScreen =
  (find: FindLeak, targets: ReadonlySet<unknown>, mark: MarkText | undefined): ChangeLine =>
  (line) => {
    const unchanged = { line, changes: 0 }
    if (line === '' || find(line) === undefined) return unchanged
    const message: Readonly<Record<string, unknown>> = JSON.parse(line) // a line that was written a moment ago
    if (!targets.has(message.from) && !targets.has(message.to)) return unchanged
    const theirs = createScreen(find, mark)
    const ours = createScreen((text) => onlyReceived(find(text)), mark)
    const request = targets.has(message.from) ? theirs : ours
    const screens: Readonly<Record<string, Screen>> = {
      request,
      response: theirs,
      layers: theirs,
      transportError: theirs,
    }
    const members = Object.entries(message).map(([name, value]) => {
      const screen = screens[name]
      return [name, screen ? hideWithin(value, screen.hide) : value]
    })
    const changes = theirs.count() + ours.count()
    return changes === 0 ? unchanged : { line: writeJson(Object.fromEntries(members)), changes: theirs.count() }
  }

const onlyReceived = (found: PrivateText | undefined): PrivateText | undefined =>
  found?.kind === receivedKind ? found : undefined

/** Hides texts anywhere in a value, names of members included. */
function hideWithin(value: unknown, hide: Screen['hide']): unknown {
  if (typeof value === 'string') return hide(value)
  if (typeof value === 'number') return hide(String(value)) === String(value) ? value : '<number>'
  if (Array.isArray(value)) return value.map((each) => hideWithin(each, hide))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [hide(name), hideWithin(each, hide)]))
}

/** Hides texts wherever a report quotes what a target wrote. */
function hideInReport(report: RunReport, hide: Screen['hide']): RunReport {
  const hideReason = <T extends { readonly reason?: string }>(each: T): T =>
    each.reason === undefined ? each : { ...each, reason: hide(each.reason) }
  return {
    ...report,
    sessions: report.sessions.map(hideReason),
    results: report.results.map((result) => hideInResult(hideReason(result), hide)),
    probes: report.probes.map((probe) => ({
      ...hideReason(probe),
      ...(probe.wrong !== undefined && { wrong: hide(probe.wrong) }),
      ...(probe.reproduce !== undefined && { reproduce: hide(probe.reproduce) }),
    })),
    ...(report.causes && { causes: report.causes.map((cause) => ({ ...cause, text: hide(cause.text) })) }),
    verdict: { ...report.verdict, reasons: report.verdict.reasons.map((each) => ({ ...each, text: hide(each.text) })) },
  }
}

const hideInResult = (result: ReportedResult, hide: Screen['hide']): ReportedResult => ({
  ...result,
  findings: result.findings.map((finding) => hideInFinding(finding, hide)),
})

const hideInFinding = (finding: LocatedFinding, hide: Screen['hide']): LocatedFinding => ({
  ...finding,
  at: hide(finding.at),
  expected: hide(finding.expected),
  actual: hide(finding.actual),
  ...(finding.diagnosis !== undefined && { diagnosis: hide(finding.diagnosis) }),
})

/**
 * Searches everything that a run wrote, and the lines that it will print, for private values. A file that contains one is
 * removed, and the run ends with a defect. What a target knows was hidden before, place by place: here, it could withhold a
 * run by words of our own files.
 */
export function refuseLeaks(
  watched: SearchedRun,
  folder: Pick<RunFolder, 'written' | 'discard'>,
  lines: readonly string[],
): void {
  const renderForms = (blank: RunReport) => [[...createTerminalReporter(plainPaint).render(blank)].join('\n')]
  const watch = watchForLeaks({ ...watched, renderForms, withoutTargets: true })
  const outputs: readonly (readonly [string, string])[] = [...folder.written(), ['the console', lines.join('\n')]]
  const leaks = outputs.flatMap(([name, text]) => {
    const found = watch(text)
    return found ? [{ name, kind: found.kind }] : []
  })
  if (leaks.length === 0) return
  folder.discard(leaks.map(({ name }) => name))
  const byKind = Map.groupBy(leaks, ({ kind }) => kind)
  const leaked = [...byKind].map(([kind, all]) => `${all.map(({ name }) => name).join(', ')} contains ${kind}`)
  throw new HarnessError('ERR_DEFECT', `${leaked.join('; ')}: withheld`)
}
