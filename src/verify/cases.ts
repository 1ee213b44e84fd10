import { isStandardProfile, standardProfiles } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { type OtherArtefact, recogniseOtherArtefact } from '../../protocol/artefacts/other-artefacts.ts'
import { recogniseArtefact } from '../../protocol/artefacts/recognise-artefact.ts'
import { once } from '../../protocol/encoding/once.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { suites } from '../../suites/suites.ts'
import {
  type InputText,
  isDirectory,
  isPresent,
  readOctets,
  readOrExplain,
  readPath,
  type SkippedFile,
} from '../files/inputs.ts'
import { readWallClock } from '../runtime/clock.ts'
import { type ExitCode, exitCodesByConclusion } from '../terminal/exit-codes.ts'
import { type ChangeSearch, createSearchBudget, findChangedCharacter, type SearchBudget } from './changed-byte.ts'
import { type FolderContext, readFolderContext } from './folder-context.ts'
import { type JudgeOptions, judgeText, type LoadedStandards } from './judge-text.ts'
import { isWrapping, unwrapText } from './unwrap.ts'
import { listValidity } from './validity.ts'
import { compareWithLabel, isVector, mergeVectorContext, parseVector, type VectorLabel } from './vector.ts'
import { recogniseUnder, type Verdict, type VerifyOptions, validateOptions } from './verdict.ts'
import { describeWantedKeys } from './wanted-keys.ts'

/** One artefact that was judged. */
export interface JudgedCase {
  readonly source: string
  readonly verdict: Verdict & { readonly kind: ArtefactKind }
  /** For a vector: what should fail, and what does. */
  readonly label?: VectorLabel
  /** What was taken away around it, and what was learned from other files. */
  readonly remarks?: readonly string[]
  /** That it cannot be used: expired, not yet valid, revoked. */
  readonly validity?: readonly string[]
  /** Looks for a character that was changed, where that may explain a failure. It takes longer than the verdict, which does not wait for it. */
  readonly findChange?: () => ChangeSearch
  readonly code: ExitCode
  /** The text around it was not judged. */
  readonly isPart?: true
}

/** Something that could not be judged. With the code 3 or 0 that is not an error: 3 leaves its folder inconclusive. */
export interface UnjudgedCase {
  readonly source: string
  readonly problem: HarnessError
  readonly code: ExitCode
}

/**
 * Judges everything that one argument names: a file, a folder, standard input, or an artefact. Throws `StandardNotLoaded`
 * for an artefact of a standard that is not among the loaded ones.
 */
export function* verifyArgument(
  argument: string,
  options: VerifyOptions,
  stdin: () => Buffer,
  hasContext: boolean,
  loaded: LoadedStandards,
): Generator<JudgedCase | UnjudgedCase> {
  let isAnyReported = false
  try {
    const inputs = readInputs(argument, options, stdin)
    const isFolder = isPresent(argument) && isDirectory(argument)
    // Files of a folder are read before they are judged. Without context, a folder of any size is judged file by file.
    const all = isFolder && hasContext ? [...inputs] : inputs
    const context = Array.isArray(all) ? readFolderContext(all, options.profile) : noContext
    const known = {
      ...context.facts,
      ...omitUndefined(options),
      keys: [...(options.keys ?? []), ...(context.facts.keys ?? [])],
    }
    const about = { ...context, search: createSearchBudget() }
    for (const one of verifyInputs(all, isFolder ? known : options, about, loaded)) {
      // A key set is not an artefact of a standard; the others were judged by it.
      if (!('verdict' in one) && isFoundBeside(one) && context.sources.has(one.source)) continue
      isAnyReported ||= 'verdict' in one || !isFoundBeside(one)
      yield one
    }
    if (!isAnyReported) throw new HarnessError('ERR_UNRECOGNISED', `nothing in ${shortenText(argument)} can be judged`)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    yield { source: shortenText(argument), problem: error, code: 2 }
  }
}

/** Whether something was found in a folder, beside what is judged. */
const isFoundBeside = ({ code }: UnjudgedCase): boolean => code === 0 || code === 3

const shortenText = (argument: string): string => sanitize(argument, 60)

const isFound = (unwrapped: ReturnType<typeof unwrapText>): boolean => unwrapped !== undefined && 'found' in unwrapped

function readInputs(argument: string, options: VerifyOptions, stdin: () => Buffer): Iterable<InputText | SkippedFile> {
  if (argument === '-') return readOctets('standard input', readOrExplain('standard input', stdin))
  if (isPresent(argument)) return readPath(argument)
  const isRecognised =
    recogniseUnder(argument, options) !== undefined ||
    recogniseArtefact(argument) !== undefined ||
    recogniseOtherArtefact(argument) !== undefined ||
    isFound(unwrapText(argument))
  if (isRecognised || /^[{[]/.test(argument) || (options.as !== undefined && /^[\w-]+\.[\w-]/.test(argument)))
    return [{ source: isRecognised || options.as ? 'argument' : shortenText(argument), text: argument }]
  throw new HarnessError('ERR_INPUT', `${shortenText(argument)} is neither a file nor an artefact of a known kind`)
}

const noContext: FolderContext = { facts: {}, statuses: new Map(), sources: new Set(), remarks: [] }

const omitUndefined = (options: VerifyOptions): VerifyOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

/** What is known beside an input: the other files of its folder, and what explanations may still take. */
interface InputContext extends FolderContext {
  readonly search: SearchBudget
}

/** Judges inputs, and what is wrapped in them. */
function* verifyInputs(
  inputs: Iterable<InputText | SkippedFile>,
  options: VerifyOptions,
  context: InputContext,
  loaded: LoadedStandards,
): Generator<JudgedCase | UnjudgedCase> {
  for (const input of inputs) {
    if ('skipped' in input || isPlain(input.text, options)) {
      yield addNotes(verifyInput(input, options, loaded), input, options, context)
      continue
    }
    const unwrapped = unwrapText(input.text)
    if (unwrapped === undefined) yield verifyInput(input, options, loaded)
    else if ('refusal' in unwrapped) yield makeRefused(input, unwrapped.refusal, unwrapped.isMaterial)
    else
      for (const { text, place, remarks, unjudged } of unwrapped.found) {
        const inner = { ...input, source: `${input.source}${place}`, text }
        const one = addNotes(verifyInput(inner, options, loaded), inner, options, context)
        if (!('verdict' in one)) yield one
        else yield { ...(unjudged ? leaveOpen(one) : one), remarks: [...remarks, ...(one.remarks ?? [])] }
      }
  }
}

/** What passes inside of a text that was not judged does not let the whole pass. */
const leaveOpen = (one: JudgedCase): JudgedCase => ({ ...one, code: one.code === 0 ? 3 : one.code, isPart: true })

const isPlain = (text: string, options: VerifyOptions): boolean =>
  isVector(text) ||
  ((isStandardProfile(options.profile ?? 'document') || !isWrapping(text)) &&
    (options.as !== undefined || recogniseUnder(text, options) !== undefined))

function makeRefused({ source, found }: InputText, refusal: string, isMaterial = false): UnjudgedCase {
  const problem = new HarnessError('ERR_UNRECOGNISED', `${source} ${refusal}`)
  return { source, problem, code: found ? (isMaterial ? 0 : 3) : 2 }
}

/** Adds what a reader has to know beside the verdict. A vector has its label. */
function addNotes(
  one: JudgedCase | UnjudgedCase,
  input: InputText | SkippedFile,
  { keys = [], jwks, now = readWallClock() }: VerifyOptions,
  { remarks, statuses, search }: InputContext,
): JudgedCase | UnjudgedCase {
  if (!('verdict' in one) || one.label || !('text' in input)) return one
  const { kind } = one.verdict
  const text = input.text.trim()
  const inner = recogniseArtefact(text, keys)?.text ?? text
  const validity = listValidity(kind, inner, { now, keys, statuses })
  const notes = [...remarks, ...describeWantedKeys(kind, inner, keys), ...describeOtherStandard(one.verdict, text)]
  const isBroken = listFailed(one.verdict).some((id) => defaultSuite.brokenByChange.has(id))
  return {
    ...one,
    ...(notes.length > 0 && { remarks: notes }),
    ...(validity.length > 0 && { validity }),
    ...(isBroken && kind === 'credential' && { findChange: once(() => findChangedCharacter(text, jwks, search)) }),
  }
}

/** Names the standard of a text that is probably not of the document, and fails for that. */
function* describeOtherStandard(verdict: JudgedCase['verdict'], text: string): Generator<string> {
  if (isStandardProfile(verdict.profile)) return
  const failed = listFailed(verdict)
  const { standard, broken } = defaultSuite.otherwise
  const isOther = verdict.kind === 'credential' && broken.every((id) => failed.includes(id))
  const other = isOther ? standard : standardProfiles.find((each) => suites[each].schemes?.test(text))
  if (other !== undefined && failed.length > 0)
    yield `judged by the document; \`--profile ${other}\` judges it by its standard alone`
}

const listFailed = ({ results }: Verdict): readonly string[] =>
  results.flatMap(({ outcome, requirement }) => (outcome === 'failed' ? requirement.id : []))

function verifyInput(
  input: InputText | SkippedFile,
  { own, ...options }: JudgeOptions,
  loaded: LoadedStandards,
): JudgedCase | UnjudgedCase {
  if ('skipped' in input)
    return { source: input.source, problem: new HarnessError('ERR_INPUT', input.skipped), code: 3 }
  const { source, text } = input
  if (options.as && links.has(options.as) && !hasScheme(text)) return makeMistaken(input, options.as)
  try {
    const vector = isVector(text) ? parseVector(source, text) : undefined
    const known = vector ? mergeVectorContext(options, vector) : options
    validateOptions(known)
    const verdict = judgeText(vector?.artefact ?? text, { ...known, ...(own && { own }) }, loaded)
    if (!isKnown(verdict)) return makeUnrecognised(input, verdict.profile)
    const label = vector && compareWithLabel(vector, verdict)
    const code = label ? (label.agrees ? 0 : 1) : exitCodesByConclusion[verdict.conclusion]
    return { source, verdict, code, ...(label && { label }) }
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return { source, problem: error, code: 2 }
  }
}

const links: ReadonlySet<ArtefactKind> = new Set(['deeplink', 'vci-offer-link', 'vp-request-link', 'vp-response-link'])

const hasScheme = (text: string): boolean => /^\s*[a-z][a-z\d+.-]*:/i.test(text) || isVector(text)

/** A link has no part that can be judged where the text is not a URL. */
function makeMistaken({ source, found }: InputText, kind: ArtefactKind): UnjudgedCase {
  const hint = 'without `--as`, Assay recognises what a file is; `assay list kinds` lists the names'
  const problem = new HarnessError('ERR_UNRECOGNISED', `${source} is not a ${kind}: it does not start with a scheme`, {
    hint,
  })
  return { source, problem, code: found ? 3 : 2 }
}

const isKnown = (verdict: Verdict): verdict is JudgedCase['verdict'] => verdict.kind !== undefined

function makeUnrecognised({ source, text, found }: InputText, profile: string): UnjudgedCase {
  const other = recogniseOtherArtefact(text)
  const hint = other?.profile === undefined ? {} : { hint: `judge it again with --profile ${other.profile}` }
  const problem = new HarnessError('ERR_UNRECOGNISED', describeUnrecognised(source, other, profile), hint)
  return { source, problem, code: found ? 3 : 2 }
}

function describeUnrecognised(source: string, other: OtherArtefact | undefined, profile: string): string {
  if (!other) return `cannot tell what kind of artefact ${source} is`
  const instead = other.profile === undefined ? 'no profile has' : `--profile ${other.profile} has`
  return `${source} is ${other.name}, for which profile ${profile} has no requirements; ${instead}`
}
