import type { JsonObject } from '../../protocol/encoding/json.ts'
import { customaryNames, customaryPaths, standardValues } from '../../suites/kit/registered-names.ts'
import type { MarkText } from './marks.ts'
import { describeText } from './public-places.ts'

/** What redacting a message needs. */
export interface RedactionContext {
  /** Private keys for decryption. */
  readonly keys: readonly JsonObject[]
  /** Words that may be shown anywhere: names of members, parts of configured URLs. */
  readonly words: ReadonlySet<string>
  /** Whether a text reveals a known secret. */
  readonly isPrivate: (text: string) => boolean
  /** Marks texts that are not shown. Without it, only their length is. */
  readonly mark?: MarkText | undefined
}

/** The replacement for a text that is not shown, with its mark. */
export const describePrivate = (text: string, { mark }: Pick<RedactionContext, 'mark'>): string =>
  describeText(text, mark?.(text))

/** Splits a text at the delimiters of a URL. */
const splitParts = (text: string): readonly string[] => text.split(/[/:?&=#{}]+/).filter((part) => part !== '')

/** Collects the words that may be shown: the given ones, customary ones, and all parts of the configured URLs. */
export const collectPublicWords = (words: Iterable<string>, addresses: Iterable<string>): ReadonlySet<string> =>
  new Set([
    ...words,
    ...customaryNames,
    ...customaryPaths,
    ...[...addresses].flatMap((each) => [...splitParts(each), ...listHosts(each)]),
  ])

/** Lists the host of a URL, with its port. */
const listHosts = (address: string): readonly string[] => {
  const host = /^[a-z]+:\/\/([^/?#@]+)/i.exec(address)?.[1]
  return host === undefined ? [] : [host]
}

/** Whether a text is a word that may be shown. Names of probe sessions are: there is one for every probe. */
export const isPublicWord = (text: string, { words }: RedactionContext): boolean =>
  words.has(text) || /^probe(?:-(?:\d{1,7}|again|beside|message|open))+$/.test(text)

/** Whether a text consists of words that may be shown. */
export const hasOnlyPublicWords = (text: string, context: RedactionContext): boolean =>
  isPublicWord(text, context) || splitParts(text).every((part) => isPublicWord(part, context))

/** Whether a text is a known word and no secret. A value that has the form of a word may still be anything. */
export const isKnownWord = (text: string, context: RedactionContext): boolean =>
  (standardValues.has(text) || isPublicWord(text, context)) && !context.isPrivate(text)

/** Redacts a name: shows it if it is a public word, describes it otherwise. */
export const redactName = (name: string, context: RedactionContext): string =>
  context.words.has(name) ? name : describeName(name, context)

/** The replacement for a name that is not shown. */
export const describeName = (name: string, context: RedactionContext): string =>
  describePrivate(name, context).replace('text', 'name')

/** Collects members into an object. Names that became equal by redaction are numbered. */
export function collectMembers<T>(entries: Iterable<readonly [name: string, value: T]>): Readonly<Record<string, T>> {
  const members = new Map<string, T>()
  for (const [name, value] of entries) {
    let unlike = name
    for (let count = 2; members.has(unlike); count++) unlike = `${name} (${count})`
    members.set(unlike, value)
  }
  return Object.fromEntries(members)
}
