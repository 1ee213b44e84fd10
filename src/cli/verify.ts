import { HarnessError } from '../model/errors.ts'
import type { Run } from './arguments.ts'
import { type Case, casesOf, type Unjudged } from './cases.ts'
import { type ExitCode, worst } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'
import { documentOf } from './verdict-document.ts'
import { labelLines, type Manner, oneLine, problemLine, verdictLines } from './verdict-lines.ts'
import { optionsOf } from './verify-options.ts'

/** `assay verify`: judges every artefact that the arguments stand for, one after the other. */
export const run: Run = (args, terminal) => {
  if (args.positionals.length === 0) {
    throw new HarnessError('ERR_USAGE', '`assay verify` needs a file, a folder, `-` or an artefact')
  }
  const options = optionsOf(args)
  const manner: Manner = args.has('json') ? 'json' : args.has('quiet') ? 'quiet' : 'full'
  const cases: (Case | Unjudged)[] = []
  const tally = { codes: new Set<ExitCode>(), judged: 0, labelled: 0, agreeing: 0 }
  for (const argument of args.positionals) {
    for (const one of casesOf(argument, options, terminal.stdin)) {
      count(one, tally)
      if (manner === 'json') cases.push(one)
      else for (const line of linesOf(one, manner, terminal)) ('verdict' in one ? terminal.out : terminal.err)(line)
    }
  }
  const code = worst(tally.codes)
  if (manner === 'json') terminal.out(JSON.stringify(documentOf(cases, options, code), null, 2))
  else for (const line of summary(tally, code, terminal)) terminal.out(line)
  return code
}

interface Tally {
  readonly codes: Set<ExitCode>
  judged: number
  labelled: number
  agreeing: number
}

function count(one: Case | Unjudged, tally: Tally): void {
  if ('verdict' in one || one.code !== 0) tally.codes.add(one.code) // what a folder holds beside artefacts counts for nothing
  if (!('verdict' in one)) return
  tally.judged++
  if (!one.label) return
  tally.labelled++
  if (one.label.agrees) tally.agreeing++
}

function linesOf(one: Case | Unjudged, manner: Manner, { paint }: Terminal): Iterable<string> {
  if (!('verdict' in one)) return [problemLine(one)]
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
