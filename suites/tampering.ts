import type { Context } from '../src/model/check.ts'
import type { Requirement } from '../src/model/requirement.ts'
import type { Tamper } from '../src/model/tamper.ts'
import { toDer } from '../src/protocol/es256.ts'
import type { Evidence, Kind } from '../src/protocol/evidence.ts'
import { isObject, type JsonObject, type JsonValue } from '../src/protocol/json.ts'
import type { Jwk } from '../src/protocol/jwk.ts'
import type { Signed } from '../src/protocol/jws.ts'
import { open } from '../src/protocol/open.ts'

/** Changes what an artefact says, after it was taken apart. */
export const tamper = <K extends Kind>(
  breaks: Requirement,
  kind: K,
  deed: string,
  change: (content: Evidence[K], context: Context) => Evidence[K] | undefined,
): Tamper => ({
  breaks,
  kind,
  deed,
  on(exhibit, context) {
    if (exhibit.content === undefined) return undefined
    const content = change(exhibit.content as Evidence[K], context) // only exhibits of this kind are handed over
    return content && { ...exhibit, content }
  },
})

/** Changes the text of an artefact, and takes it apart once more. */
export const rewritten = (
  breaks: Requirement,
  kind: Kind,
  deed: string,
  write: (text: string) => string | undefined,
): Tamper => ({
  breaks,
  kind,
  deed,
  on(exhibit, { keys = [] }) {
    const text = exhibit.content === undefined ? undefined : write(exhibit.text)
    const [read] = text === undefined ? [] : open(kind, text, keys)
    return read && { ...read, at: exhibit.at }
  },
})

/** Values by the pointers of their places; `undefined` takes away what is there. `0` is the first element of a list. */
export type Edits = Readonly<Record<string, JsonValue | undefined>>

/** Puts other values into an artefact. Places are named as findings name them. */
export const replaced = (breaks: Requirement, kind: Kind, edits: Edits): Tamper =>
  replacedBy(breaks, kind, toldOf(edits), () => edits)

/** The same, where the values depend on what is there or on what was decided. */
export const replacedBy = (
  breaks: Requirement,
  kind: Kind,
  deed: string,
  editsOf: (said: JsonObject, context: Context) => Edits | undefined,
): Tamper =>
  tamper(breaks, kind, deed, (content, context) => {
    const { said, say } = faceOf(kind, content)
    const edits = editsOf(said, context)
    return edits && say(edited(said, edits))
  })

/** Takes members away. */
export const removed = (breaks: Requirement, kind: Kind, ...pointers: readonly string[]): Tamper =>
  replaced(breaks, kind, Object.fromEntries(pointers.map((pointer) => [pointer, undefined])))

const toldOf = (edits: Edits): string =>
  Object.entries(edits)
    .map(([pointer, value]) => `${value === undefined ? 'without' : 'another value for'} ${pointer.slice(1)}`)
    .join(', ')

/** The part of an artefact that is JSON, and how to put it back. */
interface Face {
  readonly said: JsonObject
  readonly say: (said: JsonObject) => Evidence[Kind]
}

function faceOf(kind: Kind, content: Evidence[Kind]): Face {
  if (kind === 'attestation' || kind === 'credential') {
    const around = content as Evidence['attestation' | 'credential'] // of one of these kinds
    return {
      said: partsOf(around.jws),
      say: (said) => ({ ...around, jws: { ...around.jws, ...said } }) as Evidence[Kind],
    }
  }
  if (kind === 'status-token' || kind === 'signed-response') {
    return {
      said: partsOf(content as Signed),
      say: (said) => ({ ...(content as Signed), ...said }) as Evidence[Kind],
    } // of one of these kinds
  }
  if (kind === 'encrypted-request' || kind === 'encrypted-response') {
    const sealed = content as Evidence['encrypted-request'] // of one of these kinds
    return {
      said: { header: sealed.jwe.header },
      say: (said) => ({ ...sealed, jwe: { ...sealed.jwe, ...said } }) as Evidence[Kind],
    }
  }
  return { said: content as JsonObject, say: (said) => said } // a deeplink, the only other kind, is never edited so
}

const partsOf = (signed: Signed): JsonObject => {
  const { header, payload } = signed as Signed & { readonly payload?: JsonObject } // a JWT has one
  return payload ? { header, payload } : { header }
}

/** An object with other values in some places. What a place needs around it is made. */
export const edited = (said: JsonObject, edits: Edits): JsonObject =>
  Object.entries(edits).reduce((all, [pointer, value]) => put(all, pointer.split('/').slice(1), value), said)

function put(holder: JsonObject, [step = '', ...rest]: readonly string[], value: JsonValue | undefined): JsonObject {
  const { [step]: old, ...others } = holder
  const made = rest.length > 0 ? within(old, rest, value) : value
  return made === undefined ? others : { ...others, [step]: made }
}

function within(old: JsonValue | undefined, rest: readonly string[], value: JsonValue | undefined): JsonValue {
  const [step, ...deeper] = rest
  if (step !== '0') return put(isObject(old) ? old : {}, rest, value)
  const [first, ...others] = Array.isArray(old) ? (old as readonly JsonValue[]) : []
  const made = deeper.length > 0 ? within(first, deeper, value) : value
  return made === undefined ? others : [made, ...others]
}

/** A point that is on no curve, as a key on P-256. */
export const noPoint = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } satisfies Jwk

/** A key that nobody has: the base point of P-256. */
export const nobodys = {
  kty: 'EC',
  crv: 'P-256',
  x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
} satisfies Jwk

/** A signature of which one bit is another. */
export const flipped = (signature: Buffer): Buffer | undefined => {
  const last = signature.at(-1)
  return last === undefined ? undefined : Buffer.concat([signature.subarray(0, -1), Buffer.of(last ^ 1)])
}

/** A signature in the form that most platforms write by default. */
export const derOf = (signature: Buffer): Buffer | undefined => (signature.length === 64 ? toDer(signature) : undefined)

/** A JSON object as text that says one member twice. */
export const saidTwice = (text: string): string | undefined =>
  /^\s*\{/.test(text)
    ? text.replace(/^\s*\{\s*(\}?)/, (_, end: string) => `{"tampered":1,"tampered":2${end === '' ? ',' : end}`)
    : undefined
