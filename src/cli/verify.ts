import { HarnessError } from '../model/errors.ts'
import type { Run } from './arguments.ts'
import { type Case, casesOf, type Unjudged } from './cases.ts'
import { type ExitCode, worst } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'
import { documentOf } from './verdict-document.ts'
import { labelLines, leftOutLine, type Manner, oneLine, problemLine, verdictLines } from './verdict-lines.ts'
import { optionsOf } from './verify-options.ts'

/** `assay verify`: judges every artefact that the arguments stand for, one after the other. */
export const run: Run = (args, terminal) => {
  if (args.positionals.length === 0) {
    throw new HarnessError('ERR_USAGE', '`assay verify` needs a file, a folder, `-` or an artefact')
  }
  const options = optionsOf(args)
  const manner: Manner = args.has('json') ? 'json' : args.has('quiet') ? 'quiet' : 'full'
  const cases: (Case | Unjudged)[] = []
  const tally: Tally = { codes: new Set(), judged: 0, labelled: 0, agreeing: 0, leftOut: [] }
  for (const argument of args.positionals) {
    for (const one of casesOf(argument, options, terminal.stdin)) {
      count(one, tally)
      if (manner === 'json') cases.push(one)
      else if (!('verdict' in one)) tell(one, terminal)
      else for (const line of linesOf(one, manner, terminal)) terminal.out(line)
    }
  }
  const code = worst(tally.codes)
  if (tally.leftOut.length > 0 && manner !== 'json') terminal.err(leftOutLine(tally.leftOut))
  if (manner === 'json') terminal.out(JSON.stringify(documentOf(cases, options, code), null, 2))
  else for (const line of summary(tally, code, terminal)) terminal.out(line)
  return code
}

interface Tally {
  readonly codes: Set<ExitCode>
  judged: number
  labelled: number
  agreeing: number
  /** Files of folders that hold no artefact. */
  readonly leftOut: string[]
}

function count(one: Case | Unjudged, tally: Tally): void {
  if ('verdict' in one || one.code !== 0) tally.codes.add(one.code)
  else tally.leftOut.push(one.source)
  if (!('verdict' in one)) return
  tally.judged++
  if (!one.label) return
  tally.labelled++
  if (one.label.agrees) tally.agreeing++
}

function tell(one: Unjudged, { err }: Terminal): void {
  if (one.code !== 0) err(problemLine(one))
}

function linesOf(one: Case, manner: Manner, { paint }: Terminal): Iterable<string> {
  if (one.label) return labelLines(one.source, one.label, paint)
  return manner === 'quiet' ? [oneLine(one, paint)] : verdictLines(one, paint)
}

function* summary({ judged, labelled, agreeing }: Tally, code: ExitCode, { paint }: Terminal): Generator<string> {
  if (labelled > 0) {
    const text = `${agreeing} of ${labelled} labelled artefacts fail exactly what their label says`
    yield paint(agreeing === labelled ? 'good' : 'bad', text)
  }
  if (judged > 1) yield paint('quiet', `${judged} artefacts judged, exit ${code}`)
}
