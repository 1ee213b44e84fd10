import { existsSync } from 'node:fs'
import { harmless } from '../../reporters/escape.ts'
import { HarnessError } from '../model/errors.ts'
import type { Kind } from '../protocol/evidence.ts'
import { recognise } from '../protocol/recognise.ts'
import { type Verdict, type VerifyOptions, verify } from '../verify.ts'
import { type ExitCode, exitCodeOf } from './exit-codes.ts'
import { attempt, type Input, readOctets, readPath, type Skipped } from './inputs.ts'
import { isVector, type Label, labelOf, optionsWith, vectorIn } from './vector.ts'

/** One artefact that was judged. */
export interface Case {
  readonly source: string
  readonly verdict: Verdict & { readonly kind: Kind }
  /** What a vector said should fail, and whether it does. */
  readonly label?: Label
  readonly code: ExitCode
}

/** Something that could not be judged, and whether that is anybody's mistake. */
export interface Unjudged {
  readonly source: string
  readonly problem: HarnessError
  readonly code: ExitCode
}

/** Judges everything that one argument stands for. */
export function* casesOf(argument: string, options: VerifyOptions, stdin: () => Buffer): Generator<Case | Unjudged> {
  let told = false
  try {
    for (const input of inputsOf(argument, options, stdin)) {
      const one = caseOf(input, options)
      told ||= one.code !== 0 || 'verdict' in one
      yield one
    }
    if (!told) throw new HarnessError('ERR_UNRECOGNISED', `nothing in ${shown(argument)} could be judged`)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    yield { source: shown(argument), problem: error, code: 2 }
  }
}

const shown = (argument: string): string => harmless(argument, 60)

function inputsOf(argument: string, options: VerifyOptions, stdin: () => Buffer): Iterable<Input | Skipped> {
  if (argument === '-') return readOctets('standard input', attempt('standard input', stdin))
  if (existsSync(argument)) return readPath(argument)
  const isText =
    recognise(argument) !== undefined || (options.as !== undefined && /^[{[]|^[\w-]+\.[\w-]/.test(argument))
  if (isText) return [{ source: 'argument', text: argument }]
  throw new HarnessError(
    'ERR_INPUT',
    `there is no file ${shown(argument)}, nor is it an artefact that can be recognised`,
  )
}

function caseOf(input: Input | Skipped, options: VerifyOptions): Case | Unjudged {
  if ('skipped' in input)
    return { source: input.source, problem: new HarnessError('ERR_INPUT', input.skipped), code: 0 }
  const { source, text, found } = input
  try {
    const vector = isVector(text) ? vectorIn(source, text) : undefined
    const verdict = verify(vector?.artefact ?? text, vector ? optionsWith(options, vector) : options)
    if (!isKnown(verdict)) return unrecognised(source, found ? 0 : 2)
    const label = vector && labelOf(vector, verdict)
    const code = label ? (label.agrees ? 0 : 1) : exitCodeOf[verdict.conclusion]
    return { source, verdict, code, ...(label && { label }) }
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return { source, problem: error, code: 2 }
  }
}

const isKnown = (verdict: Verdict): verdict is Case['verdict'] => verdict.kind !== undefined

const unrecognised = (source: string, code: ExitCode): Unjudged => ({
  source,
  problem: new HarnessError('ERR_UNRECOGNISED', `it cannot be told what ${source} is`),
  code,
})
