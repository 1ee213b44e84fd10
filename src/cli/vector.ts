import { didYouMean } from '../harness/nearest.ts'
import { type Preset, presets } from '../model/decision.ts'
import { HarnessError } from '../model/errors.ts'
import { type Kind, kinds } from '../protocol/evidence.ts'
import { isObject, type JsonObject, type JsonValue } from '../protocol/json.ts'
import type { Verdict, VerifyOptions } from '../verify.ts'

/** An artefact that was made, what is wrong with it, and what has to be known to see it: `schemas/vector.schema.json`. */
export interface Vector {
  readonly id: string
  readonly kind: Kind
  readonly artefact: string
  /** The requirements that have to fail; absent where nothing was promised. */
  readonly breaks?: readonly string[]
  readonly profile?: Preset
  readonly decisions?: Readonly<Record<string, string>>
  readonly context?: VerifyOptions
  readonly deed?: string
}

/** What a vector promises, and what came of it. */
export interface Label {
  readonly id: string
  readonly breaks: readonly string[]
  readonly failed: readonly string[]
  readonly agrees: boolean
}

/** Whether a text is a vector and no artefact. Cheap: an artefact may be large. */
export const isVector = (text: string): boolean =>
  /^\s*\{/.test(text) && text.includes('"artefact"') && text.includes('"kind"')

/** Reads a vector. What it must have and lacks is told by name; so is what nobody defined. */
export function vectorIn(source: string, text: string): Vector {
  const refuse = (message: string): never => {
    throw new HarnessError('ERR_INPUT', `the vector in ${source} ${message}`)
  }
  const content = parsed(text) ?? refuse('is not JSON')
  const unknown = Object.keys(content).find((name) => !Object.hasOwn(members, name))
  if (unknown !== undefined)
    refuse(`has a member \`${unknown}\` that is not defined${didYouMean(unknown, Object.keys(members))}`)
  for (const [name, isGood] of Object.entries(members)) {
    if (!isGood(content[name])) refuse(`has no proper \`${name}\``)
  }
  return content as unknown as Vector // every member was looked at
}

function parsed(text: string): JsonObject | undefined {
  try {
    const content: JsonValue = JSON.parse(text)
    return isObject(content) ? content : undefined
  } catch {
    return undefined
  }
}

type Guard = (value: JsonValue | undefined) => boolean

const isText: Guard = (value) => typeof value === 'string'
const isTexts: Guard = (value) => Array.isArray(value) && value.every(isText)
const orAbsent =
  (guard: Guard): Guard =>
  (value) =>
    value === undefined || guard(value)
const among =
  (words: readonly string[]): Guard =>
  (value) =>
    words.some((word) => word === value)

const context: Readonly<Record<string, Guard>> = {
  jwks: isObject,
  keys: (value) => Array.isArray(value) && value.every(isObject),
  nonce: isText,
  now: (value) => typeof value === 'number',
  issuer: isText,
  statusBase: isText,
  credentialId: isText,
  anchors: isTexts,
  responseEncryption: isObject,
}

const members: Readonly<Record<string, Guard>> = {
  id: isText,
  kind: among(kinds),
  artefact: isText,
  breaks: orAbsent(isTexts),
  profile: orAbsent(among(presets)),
  decisions: orAbsent((value) => isObject(value) && Object.values(value).every(isText)),
  context: orAbsent(
    (value) => isObject(value) && Object.entries(value).every(([name, each]) => context[name]?.(each) ?? false),
  ),
  deed: orAbsent(isText),
}

/** What holds for a vector: its own context before that of the command line. */
export const optionsWith = (
  options: VerifyOptions,
  { kind, profile, decisions, context = {} }: Vector,
): VerifyOptions => ({
  ...options,
  ...context,
  as: kind,
  profile: profile ?? options.profile,
  given: { ...options.given, ...decisions },
})

/** Holds a verdict against the label of a vector, if it has one. */
export function labelOf({ id, breaks }: Vector, { results }: Verdict): Label | undefined {
  if (breaks === undefined) return undefined
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
  const agrees = failed.length === breaks.length && failed.every((each) => breaks.includes(each))
  return { id, breaks, failed, agrees }
}
