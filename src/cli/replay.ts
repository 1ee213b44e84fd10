import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blockOf } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { reproductionOf, reproductionWords } from '../../reporters/telling.ts'
import { requirements } from '../../suites/registry.ts'
import { openers } from '../assembly/company.ts'
import { registry, rejudged } from '../assembly/rejudge.ts'
import { shownIn } from '../harness/exhibits.ts'
import { didYouMean } from '../harness/nearest.ts'
import { presets } from '../model/decision.ts'
import { HarnessError } from '../model/errors.ts'
import type { Located } from '../model/report.ts'
import type { Hop } from '../model/wire.ts'
import type { Run } from './arguments.ts'
import { dispatch } from './dispatch.ts'
import type { ExitCode } from './exit-codes.ts'
import { keptIn } from './rejudge.ts'
import { readRun } from './run/forms.ts'
import { runFiles } from './run-folder.ts'
import type { Terminal } from './terminal.ts'
import { tool } from './tool.ts'
import { oneOf } from './values.ts'

/** `assay replay`: one finding again, in the messages that were kept; without them, in a run for it alone. */
export const run: Run = async ({ positionals, text }, terminal): Promise<ExitCode> => {
  const [path, wanted, ...more] = positionals
  if (path === undefined || wanted === undefined || more.length > 0)
    throw new HarnessError('ERR_USAGE', 'give the folder of a run and one requirement, such as out SD-DIGEST')
  const id = idOf(wanted)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const folder = isFolder ? path : dirname(path)
  if (isFolder && statSync(join(folder, runFiles.private), { throwIfNoEntry: false }))
    return judgeAgain(folder, id, terminal)
  const { report } = readRun(path)
  terminal.out(reproductionOf(report, id))
  return dispatch(['run', ...reproductionWords(report, id), '--out', text('out') ?? join(folder, 'replay')], terminal)
}

function idOf(wanted: string): string {
  const ids = requirements.map(({ id }) => id)
  const found = ids.find((id) => id.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no requirement \`${wanted}\`${didYouMean(wanted, ids)}`)
}

/** Judges what was said by one requirement, and says in which messages something was found. */
function judgeAgain(folder: string, id: string, { out, paint }: Terminal): ExitCode {
  const kept = keptIn(folder)
  const head = { ...kept.head, selection: { only: [id], skip: [] } }
  const answering = { profile: oneOf('the record', head.profile, presets), given: head.given }
  const { results, verdict } = rejudged({ ...kept, head }, answering, { ...tool, registry })
  for (const result of results) {
    const { outcome, findings, reason } = result
    if (outcome === 'failed') for (const line of blockOf(result, paint)) out(line)
    else out(`${paint('strong', id)}  ${outcome}${reason === undefined ? '' : `: ${harmless(reason)}`}`)
    for (const line of new Set(findings.map((each) => messagesOf(each, kept.hops)))) out(line)
  }
  return verdict.exitCode as ExitCode // its table is part of ours
}

/** The messages in which the layer of a finding is, by their numbers in the record; of none, those of its session. */
function messagesOf(finding: Located, hops: readonly Hop[]): string {
  const { session, kind, in: layers } = finding
  const own = hops.filter((hop) => session === undefined || hop.session === session)
  const isThere = (hop: Hop): boolean =>
    shownIn(hop, openers).some(({ exhibits }) => exhibits.some((each) => each.kind === kind && each.at === layers))
  const there = own.filter(isThere)
  const numbers = (there.length > 0 ? there : own).map(({ number }) => number)
  const where = session === undefined ? '' : ` of the session ${session}`
  return `    ${'messages'.padEnd(13)} ${numbers.join(', ')}${where}`
}
