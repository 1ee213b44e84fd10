import { HarnessError } from '../../../../model/errors.ts'
import type { RunReport } from '../../../../model/run-report.ts'
import type { Message } from '../../../../model/wire.ts'
import { listRoles, playedStandards } from '../../../config/tested-roles.ts'
import { findTarget } from '../../../harness/arguments.ts'
import { reportTest } from '../../../harness/report-test.ts'
import type { Seen } from '../../../harness/seen.ts'
import { addResumedNote, mergeResults, takeOver } from '../../../harness/take-over.ts'
import { playTape } from '../../../harness/tape/tape.ts'
import type { TestOptions } from '../../../harness/test-options.ts'
import { nameRole, playRole } from '../../../play/play-role.ts'
import { playUntil } from '../../../play/play-until.ts'
import { readTestOptions } from '../../../play/read-options.ts'
import { makeSamplesAt } from '../../../play/sample-time.ts'
import type { KeptRun } from '../../../run-folder/kept-run.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import { parseChoice } from '../../../terminal/values.ts'
import { makeArguments } from './role-flags.ts'

/** A terminal on which nothing is shown: no person takes part when a test is played back. */
const silent: Pick<Terminal, 'out' | 'err'> = { out: () => {}, err: () => {} }

/**
 * Judges a test by a standard again: plays the other side as in the run, from its seed and with what the target sent
 * then, and judges all of it by the rows of today. What cannot be judged so is taken over from the run, and says so.
 */
export async function rejudgeTest(kept: KeptRun, terminal: Terminal): Promise<RunReport> {
  const { report } = kept
  try {
    return mergeResults(report, await playAgain(kept, { ...terminal, ...silent }))
  } catch (error) {
    if (error instanceof HarnessError && error.code === 'ERR_INPUT') return takeOver(report, error.message)
    throw error
  }
}

async function playAgain({ report, head, messages }: KeptRun, terminal: Terminal): Promise<RunReport> {
  if (!head.test) throw new HarnessError('ERR_INPUT', 'the record does not say how the test was made')
  const { role: name, flags, began, events, interrupted } = head.test
  const profile = parseChoice('the standard in the record', head.profile, playedStandards)
  const role = parseChoice('the role in the record', name, listRoles(profile))
  const args = makeArguments(flags)
  const now = String(Math.floor(began / 1000))
  await makeSamplesAt(makeArguments({ now: [now], ...flags }))
  const over = new AbortController()
  const hasProbes = args.has('probes')
  const limit = { profile, role: nameRole(role), target: findTarget(role, args), hasProbes, signal: over.signal }
  const play = (options: TestOptions) => playRole({ role, profile, args, seed: head.seed }, terminal, options)
  const { seen: played, target } = await playTape(
    { began, events },
    () => playUntil(limit, readTestOptions(args), play),
    interrupted && (() => over.abort()),
  )
  compareMessages(played, messages, target !== undefined)
  const seen = addResumedNote(played, events)
  const { startedAt, milliseconds, gate, strict = false, subject, selection, seed, docsUrl, command = [] } = report
  return reportTest(seen, {
    ...{ profile, role: nameRole(role), startedAt, milliseconds, gate, strict, subject, seed, command },
    ...(target !== undefined && { target }),
    ...(report.now !== undefined && { now: report.now }),
    ...(docsUrl !== undefined && { docsUrl }),
    ...(!selection.complete && { selection }),
    hasProbes,
  })
}

/** The messages that were played are those of the record. A reference actor answers again, at another moment. */
function compareMessages({ recording }: Seen, messages: readonly Message<string>[], hasTarget: boolean): void {
  const played = recording?.messages ?? []
  const summarize = ({ session, from, to, request, response }: Message<string>): string =>
    JSON.stringify([
      session,
      from,
      to,
      request.method,
      hasTarget && request.url,
      response?.status,
      hasTarget && response?.body,
    ])
  const other = messages.findIndex((message, i) => {
    const again = played[i]
    return again === undefined || summarize(again) !== summarize(message)
  })
  if (other >= 0 || played.length !== messages.length)
    throw new HarnessError('ERR_INPUT', `message ${other < 0 ? messages.length + 1 : other + 1} is another one today`)
}
