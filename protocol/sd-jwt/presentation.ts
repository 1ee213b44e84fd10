import { decodeBase64url, decodeText } from '../encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { attempt, refuse } from '../encoding/problem.ts'
import { decodeObject, type Jws, readJws } from '../jose/jws.ts'
import { type Disclosure, readDisclosure, readDisclosures } from './disclosure.ts'

/** One signature of the issuer, with its headers. */
export interface IssuerSignature {
  /** Its place in JSON; empty in compact text. */
  readonly at: string
  readonly header: JsonObject
  /** The header that nothing protects; JSON alone has one. */
  readonly unprotected: JsonObject
  readonly signingInput: string
  readonly signature: Buffer
}

export const sdJwtForms = ['compact', 'flattened', 'general'] as const
export type SdJwtForm = (typeof sdJwtForms)[number]

/** An SD-JWT, with or without a Key Binding JWT, in any form of RFC 9901. Nothing has been verified. */
export interface AnySdJwt {
  readonly form: SdJwtForm
  readonly payload: JsonObject
  readonly signatures: readonly IssuerSignature[]
  readonly disclosures: readonly Disclosure[]
  /** The Key Binding JWT; absent if there is none. */
  readonly keyBinding?: KeyBinding
  /** What `sd_hash` is over. */
  readonly hashedText: string
  /** What its form breaks, in words, with its place. */
  readonly slips: readonly Slip[]
}

export type KeyBinding = { readonly jws: Jws } | { readonly problem: string }

/** One thing in the wrong place or of the wrong type, though the rest can be read. */
export interface Slip {
  readonly code: 'unterminated' | 'not-a-list' | 'misplaced' | 'mixed-forms'
  readonly at: string
  readonly expected: string
  readonly actual: string
}

/** Takes an SD-JWT apart, whatever its form (RFC 9901, sections 4 and 8). */
export const readAnySdJwt = (text: string): AnySdJwt =>
  text.trimStart().startsWith('{') ? readJsonForm(parseJsonObject(text)) : readCompactForm(text)

function readCompactForm(text: string): AnySdJwt {
  if (text.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  const pieces = text.split('~', limits.disclosures + 2)
  if (pieces.length > limits.disclosures + 1) refuse('too-many', `more than ${limits.disclosures} disclosures`)
  const [jwt = '', ...rest] = pieces
  const tail = rest.pop()
  const isBinding = tail?.includes('.') ?? false
  const isUnterminated = tail === undefined || (tail !== '' && !isBinding)
  const texts = tail !== undefined && isUnterminated ? [...rest, tail] : rest
  const { header, payload, signature, signingInput } = readJws(jwt)
  return {
    form: 'compact',
    payload,
    signatures: [{ at: '', header, unprotected: {}, signature, signingInput }],
    disclosures: readDisclosures(text, jwt.length + 1, texts),
    ...(isBinding && { keyBinding: readKeyBinding(tail ?? '') }),
    hashedText: [jwt, ...texts, ''].join('~'),
    slips: isUnterminated
      ? [{ code: 'unterminated', at: 'the end', expected: '`~` or a Key Binding JWT', actual: 'neither' }]
      : [],
  }
}

function readKeyBinding(text: string): KeyBinding {
  const read = attempt(() => readJws(text))
  return 'value' in read ? { jws: read.value } : { problem: read.problem.message }
}

/** RFC 7515, section 7.2, with the header parameters of RFC 9901, section 8. */
function readJsonForm(message: JsonObject): AnySdJwt {
  const { payload: encoded, signatures, ...rest } = message
  if (typeof encoded !== 'string') return refuse('jws-parts', 'a JWS in JSON has a `payload` of text')
  const isGeneral = signatures !== undefined
  const list = isGeneral ? listObjects(signatures) : [rest]
  if (list.length === 0) return refuse('jws-parts', '`signatures` is not an array of objects')
  if (list.length > limits.certificates) return refuse('too-many', `more than ${limits.certificates} signatures`)
  const read = list.map((each, i) => readSignature(each, encoded, isGeneral ? `/signatures/${i}` : ''))
  const [first, ...others] = read
  const { disclosures, kb_jwt: binding } = first?.unprotected ?? {}
  const texts = Array.isArray(disclosures) ? disclosures.filter((each) => typeof each === 'string') : []
  if (texts.length > limits.disclosures) refuse('too-many', `more than ${limits.disclosures} disclosures`)
  return {
    form: isGeneral ? 'general' : 'flattened',
    payload: parseJsonObject(decodeText(encoded)),
    signatures: read,
    disclosures: texts.map(readDisclosure),
    ...(binding !== undefined && {
      keyBinding: typeof binding === 'string' ? readKeyBinding(binding) : { problem: 'it is not text' },
    }),
    hashedText: [`${first?.signingInput}.${first?.signature.toString('base64url')}`, ...texts, ''].join('~'),
    slips: [
      ...(first ? findUntextual(first) : []),
      ...others.flatMap(findMisplaced),
      ...(isGeneral ? findBoth(message) : []),
    ],
  }
}

const listObjects = (value: JsonValue): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

function readSignature(message: JsonObject, payload: string, at: string): IssuerSignature {
  const { protected: header = '', header: unprotected = {}, signature } = message
  if (typeof header !== 'string' || typeof signature !== 'string' || !isObject(unprotected))
    return refuse('jws-parts', 'a JWS in JSON has `protected` and `signature` of text, and an object in `header`')
  return {
    at,
    header: header === '' ? {} : decodeObject(header),
    unprotected,
    signingInput: `${header}.${payload}`,
    signature: decodeBase64url(signature),
  }
}

const members = ['disclosures', 'kb_jwt'] as const

function findUntextual({ at, unprotected: { disclosures } }: IssuerSignature): readonly Slip[] {
  const isList = Array.isArray(disclosures) && disclosures.every((each) => typeof each === 'string')
  if (disclosures === undefined || isList) return []
  return [
    { code: 'not-a-list', at: `${at}/header/disclosures`, expected: 'an array of strings', actual: 'something else' },
  ]
}

const findMisplaced = ({ at, unprotected }: IssuerSignature): readonly Slip[] =>
  members.flatMap((name) =>
    unprotected[name] === undefined
      ? []
      : [
          {
            code: 'misplaced',
            at: `${at}/header/${name}`,
            expected: 'it in the first unprotected header only',
            actual: 'it is here',
          },
        ],
  )

/** A general form has no members of the flattened one (RFC 7515, section 7.2.1). */
const findBoth = (message: JsonObject): readonly Slip[] =>
  ['signature', 'protected', 'header'].flatMap((name) =>
    message[name] === undefined
      ? []
      : [
          {
            code: 'mixed-forms',
            at: `/${name}`,
            expected: 'nothing beside `signatures`',
            actual: 'a member of the flattened form',
          },
        ],
  )
