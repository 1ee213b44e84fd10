import { HarnessError } from '../../model/errors.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseArtefact } from '../../protocol/artefacts/recognise-artefact.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { type InputText, isPresent, readOctets, readOrExplain, readPath, type SkippedFile } from '../files/inputs.ts'
import { type ExitCode, exitCodesByConclusion } from '../terminal/exit-codes.ts'
import { compareWithLabel, isVector, mergeVectorContext, parseVector, type VectorLabel } from './vector.ts'
import { type Verdict, type VerifyOptions, verify } from './verify.ts'

/** One artefact that was judged. */
export interface JudgedCase {
  readonly source: string
  readonly verdict: Verdict & { readonly kind: ArtefactKind }
  /** For a vector: what should fail, and what does. */
  readonly label?: VectorLabel
  readonly code: ExitCode
}

/** Something that could not be judged. With the code 0, that is not an error. */
export interface UnjudgedCase {
  readonly source: string
  readonly problem: HarnessError
  readonly code: ExitCode
}

/** Judges everything that one argument names: a file, a folder, standard input, or an artefact. */
export function* verifyArgument(
  argument: string,
  options: VerifyOptions,
  stdin: () => Buffer,
): Generator<JudgedCase | UnjudgedCase> {
  let isAnyReported = false
  try {
    for (const input of readInputs(argument, options, stdin)) {
      const one = verifyInput(input, options)
      isAnyReported ||= one.code !== 0 || 'verdict' in one
      yield one
    }
    if (!isAnyReported) throw new HarnessError('ERR_UNRECOGNISED', `nothing in ${shortenText(argument)} can be judged`)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    yield { source: shortenText(argument), problem: error, code: 2 }
  }
}

const shortenText = (argument: string): string => sanitize(argument, 60)

function readInputs(argument: string, options: VerifyOptions, stdin: () => Buffer): Iterable<InputText | SkippedFile> {
  if (argument === '-') return readOctets('standard input', readOrExplain('standard input', stdin))
  if (isPresent(argument)) return readPath(argument)
  const isRecognised = recogniseArtefact(argument) !== undefined
  if (isRecognised || /^[{[]/.test(argument) || (options.as !== undefined && /^[\w-]+\.[\w-]/.test(argument)))
    return [{ source: isRecognised || options.as ? 'argument' : shortenText(argument), text: argument }]
  throw new HarnessError('ERR_INPUT', `${shortenText(argument)} is neither a file nor an artefact of a known kind`)
}

function verifyInput(input: InputText | SkippedFile, options: VerifyOptions): JudgedCase | UnjudgedCase {
  if ('skipped' in input)
    return { source: input.source, problem: new HarnessError('ERR_INPUT', input.skipped), code: 0 }
  const { source, text, found } = input
  try {
    const vector = isVector(text) ? parseVector(source, text) : undefined
    const verdict = verify(vector?.artefact ?? text, vector ? mergeVectorContext(options, vector) : options)
    if (!isKnown(verdict)) return makeUnrecognised(source, found ? 0 : 2)
    const label = vector && compareWithLabel(vector, verdict)
    const code = label ? (label.agrees ? 0 : 1) : exitCodesByConclusion[verdict.conclusion]
    return { source, verdict, code, ...(label && { label }) }
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return { source, problem: error, code: 2 }
  }
}

const isKnown = (verdict: Verdict): verdict is JudgedCase['verdict'] => verdict.kind !== undefined

const makeUnrecognised = (source: string, code: ExitCode): UnjudgedCase => ({
  source,
  problem: new HarnessError('ERR_UNRECOGNISED', `cannot tell what kind of artefact ${source} is`),
  code,
})
