import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { formatDetail } from './explanation.ts'
import type { Paint } from './paint.ts'
import { sanitize } from './sanitize.ts'

/** One place that a mutation changes: its value without the mutation, and with it. */
export interface ChangedPlace {
  readonly at: string
  readonly valid: string
  readonly changed: string
}

/** What a mutation changes first: a message or an artefact, and the places in it. */
export interface Excerpt {
  /** The artefact, or the step of the exchange. */
  readonly where: string
  readonly differences: readonly ChangedPlace[]
}

/** What an artefact has beside its parsed values. */
const derivedMembers = new Set([
  'text',
  'hashedText',
  'signingInput',
  'body',
  'protectedText',
  'tag',
  'ciphertext',
  'encryptedKey',
  'iv',
])

/** The most places of one excerpt. */
const longest = 3

/** The first places in which an artefact differs from the valid one. */
export function compareArtefacts(valid: Artefact | undefined, changed: Artefact | undefined): readonly ChangedPlace[] {
  const byContent = valid?.content && changed?.content ? compareValues(valid.content, changed.content, '') : []
  const changes = leaveOutSignature([...byContent]).slice(0, longest)
  if (changes.length > 0) return changes
  return compareTexts(valid?.text, changed?.text)
}

/** A signature differs from the valid one whatever else does: it is shown only if nothing else differs. */
function leaveOutSignature(changes: readonly ChangedPlace[]): readonly ChangedPlace[] {
  const others = changes.filter(({ at }) => !/\/signature$/.test(at))
  return others.length > 0 ? others : changes
}

/** The first places in which two JSON values differ. */
export const listDifferences = (valid: unknown, changed: unknown): readonly ChangedPlace[] =>
  [...compareValues(valid, changed, '')].slice(0, longest)

function* compareValues(valid: unknown, changed: unknown, at: string): Generator<ChangedPlace> {
  if (showPlain(valid) === showPlain(changed)) return
  if (valid instanceof Uint8Array && changed instanceof Uint8Array)
    return yield* compareValues(
      Buffer.from(valid).toString('base64url'),
      Buffer.from(changed).toString('base64url'),
      at,
    )
  if (isNode(valid) && isNode(changed) && Array.isArray(valid) === Array.isArray(changed)) {
    const [before, after] = [valid as Readonly<Record<string, unknown>>, changed as Readonly<Record<string, unknown>>]
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (!derivedMembers.has(key)) yield* compareValues(before[key], after[key], `${at}/${key}`)
    }
  } else if (typeof valid === 'string' && typeof changed === 'string') {
    yield { at: at || 'everything', ...cutTexts(valid, changed) }
  } else yield { at: at || 'everything', valid: show(valid), changed: show(changed) }
}

const isNode = (value: unknown): value is object => isObject(value as JsonValue) || Array.isArray(value)

/** Texts that cannot be compared by their content: the part around the first character that differs. */
export const compareTexts = (valid = '', changed = ''): readonly ChangedPlace[] =>
  valid === changed ? [] : [{ at: 'text', ...cutTexts(valid, changed) }]

/** Both texts from shortly before the first character that differs. */
function cutTexts(valid: string, changed: string): Pick<ChangedPlace, 'valid' | 'changed'> {
  let start = 0
  while (start < valid.length && valid[start] === changed[start]) start++
  const from = Math.max(valid.length, changed.length) > 80 ? Math.max(0, start - 12) : 0
  const cut = (text: string): string => show(`${from > 0 ? '…' : ''}${text.slice(from)}`)
  return { valid: cut(valid), changed: cut(changed) }
}

const showPlain = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? 'absent'

/** A value in one short line. */
export function show(value: unknown): string {
  const text = showPlain(value)
  return text.length > 90 ? `${text.slice(0, 90)}…` : text
}

/** The part of a run that shows an example: where it is, and the places that a mutation changes. */
export function* formatExcerpt({ where, differences }: Excerpt, paint: Paint): Generator<string> {
  const formatLine = (label: string, text: string) => formatDetail(label, sanitize(text, 400), paint)
  yield formatLine('shown in', where)
  for (const { at, valid, changed } of differences) {
    yield formatLine('valid', `${at}: ${valid}`)
    if (changed !== '') yield formatLine('with fault', `${at}: ${changed}`)
  }
}

/** An excerpt of what passes: the first place, without the change. */
export const removeChanges = ({ where, differences }: Excerpt): Excerpt => ({
  where,
  differences: differences.slice(0, 1).map((each) => ({ ...each, changed: '' })),
})
