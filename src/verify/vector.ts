import { type ArtefactProfile, artefactProfiles } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import { keyBindingPolicies } from '../../model/finding.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { type ArtefactKind, artefactKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonObject, type JsonValue, parseTolerantly } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { Verdict, VerifyOptions } from './verdict.ts'

/** An artefact, what is wrong with it, and what has to be known to judge it: `schemas/vector.schema.json`. */
export interface Vector {
  readonly id: string
  readonly kind: ArtefactKind
  readonly artefact: string
  /** The requirements that must fail, if the vector has a label. */
  readonly breaks?: readonly string[]
  readonly profile?: ArtefactProfile
  readonly decisions?: Readonly<Record<string, string>>
  readonly context?: VerifyOptions
  readonly description?: string
}

/** The label of a vector, and what fails. */
export interface VectorLabel {
  readonly id: string
  readonly breaks: readonly string[]
  readonly failed: readonly string[]
  readonly agrees: boolean
}

/** Whether a text is a vector. Cheap, because an artefact may be large. */
export const isVector = (text: string): boolean =>
  /^\s*\{/.test(text) && text.includes('"artefact"') && text.includes('"kind"')

/** Parses a vector. Errors name the member that is missing or unknown. */
export function parseVector(source: string, text: string): Vector {
  const refuse = (message: string): never => {
    throw new HarnessError('ERR_INPUT', `the vector in ${source} ${message}`)
  }
  const content = parseObject(text) ?? refuse('is not valid JSON')
  const unknown = Object.keys(content).find((name) => !Object.hasOwn(memberGuards, name))
  if (unknown !== undefined)
    refuse(`has an unknown member \`${unknown}\`${suggestWord(unknown, Object.keys(memberGuards))}`)
  for (const [name, isGood] of Object.entries(memberGuards)) {
    if (!isGood(content[name])) refuse(`has no valid \`${name}\``)
  }
  return content as unknown as Vector // every member was checked
}

function parseObject(text: string): JsonObject | undefined {
  const content = attempt(() => parseTolerantly(text))
  return 'value' in content ? content.value : undefined
}

type Guard = (value: JsonValue | undefined) => boolean

const isText: Guard = (value) => typeof value === 'string'
const isTexts: Guard = (value) => Array.isArray(value) && value.every(isText)
const orAbsent =
  (guard: Guard): Guard =>
  (value) =>
    value === undefined || guard(value)
const isOneOf =
  (words: readonly string[]): Guard =>
  (value) =>
    words.some((word) => word === value)

const isTypeDocument: Guard = (value) => isObject(value) && isText(value.text) && orAbsent(isText)(value.uri)

const contextGuards: Readonly<Record<string, Guard>> = {
  jwks: isObject,
  keys: (value) => Array.isArray(value) && value.every(isObject),
  nonce: isText,
  now: (value) => typeof value === 'number',
  issuer: isText,
  statusBase: isText,
  credentialId: isText,
  anchors: isTexts,
  responseEncryption: isObject,
  audience: isText,
  keyBinding: isOneOf(keyBindingPolicies),
  typeMetadata: (value) => Array.isArray(value) && value.every(isTypeDocument),
  issuerMetadata: isObject,
  statusList: (value) => isText(value) || isTexts(value),
  request: isObject,
  presentationRequest: isObject,
  origin: isText,
  walletNonce: isText,
}

const memberGuards: Readonly<Record<string, Guard>> = {
  id: isText,
  kind: isOneOf(artefactKinds),
  artefact: isText,
  breaks: orAbsent(isTexts),
  profile: orAbsent(isOneOf(artefactProfiles)),
  decisions: orAbsent((value) => isObject(value) && Object.values(value).every(isText)),
  context: orAbsent(
    (value) => isObject(value) && Object.entries(value).every(([name, each]) => contextGuards[name]?.(each) ?? false),
  ),
  description: orAbsent(isText),
}

/** The options for a vector: its own context wins over the command line. */
export const mergeVectorContext = (
  options: VerifyOptions,
  { kind, profile, decisions, context = {} }: Vector,
): VerifyOptions => ({
  ...options,
  ...context,
  as: kind,
  profile: profile ?? options.profile,
  decisions: { ...options.decisions, ...decisions },
})

/** Compares a verdict with the label of a vector, if it has one. */
export function compareWithLabel({ id, breaks }: Vector, { results }: Verdict): VectorLabel | undefined {
  if (breaks === undefined) return undefined
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
  const agrees = failed.length === breaks.length && failed.every((each) => breaks.includes(each))
  return { id, breaks, failed, agrees }
}
