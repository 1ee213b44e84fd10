import { type CoseMessage, coseLabels, nameCoseAlgorithm, readCose } from '../cbor/cose.ts'
import { CborFloat, type CborMap, type CborValue, decodeCbor, isCborMap } from '../cbor/decode.ts'
import { isBase64url } from '../encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { refuse } from '../encoding/problem.ts'
import { readJws } from '../jose/jws.ts'
import { type IssuerSignature, readAnySdJwt } from '../sd-jwt/presentation.ts'
import { applyDisclosures } from '../sd-jwt/processing.ts'

export const tokenFormats = ['jwt', 'sd-jwt', 'cwt'] as const
export type TokenFormat = (typeof tokenFormats)[number]

/** A value of JSON or of CBOR, in one form: byte strings are buffers, maps with texts as keys are objects. */
export type ClaimValue =
  | JsonValue
  | bigint
  | undefined
  | Buffer
  | CborFloat
  | readonly ClaimValue[]
  | { readonly [name: string]: ClaimValue }

/** TokenClaims by the names that JWTs have for them. */
export type TokenClaims = Readonly<Record<string, ClaimValue>>

/** A signed token in one of several formats, with one form for what it says. Nothing has been verified. */
export interface SecuredToken {
  readonly format: TokenFormat
  /** The header, by the names of JOSE. */
  readonly header: { readonly alg?: ClaimValue; readonly typ?: ClaimValue }
  /** One signature or one MAC; an SD-JWT in JSON may have several. */
  readonly signatures: readonly IssuerSignature[]
  readonly claims: TokenClaims
  /** The place of a claim: its name in a JWT, its number in a CWT. */
  readonly locate: (name: string) => string
  /** The tags around a CWT. */
  readonly tags: readonly (number | bigint)[]
  /** The headers of a CWT as they are. */
  readonly headers?: Pick<CoseMessage, 'protected' | 'unprotected'>
}

/** Reads a JWT, or the octets of a CWT that are written in hexadecimal digits or in base64url. */
export function readSecuredToken(text: string): SecuredToken {
  if (text.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  const octets = readBinary(text)
  return octets ? readCwt(octets) : readJwt(text)
}

/** As `readSecuredToken`; a text with a `~`, or in JSON, is an SD-JWT. */
export const readReferencedToken = (text: string): SecuredToken =>
  text.includes('~') || text.trimStart().startsWith('{') ? readSdJwtToken(text) : readSecuredToken(text)

/** The octets that a text is written for; nothing, if it is a text for itself. */
export function readBinary(text: string): Buffer | undefined {
  const bare = text.trim()
  const digits = bare.replaceAll(/\s+/g, '')
  if (digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits)) return Buffer.from(digits, 'hex')
  if (!/^[01]/.test(bare) && bare.includes('.')) return undefined
  return bare !== '' && isBase64url(bare) ? Buffer.from(bare, 'base64url') : undefined
}

const locateByName = (name: string): string => `/${name}`

function readJwt(text: string): SecuredToken {
  const { header, payload, signature, signingInput } = readJws(text)
  return {
    format: 'jwt',
    header: pickHeader(header),
    signatures: [{ at: '', header, unprotected: {}, signature, signingInput }],
    claims: payload,
    locate: locateByName,
    tags: [],
  }
}

const pickHeader = ({ alg, typ }: JsonObject): SecuredToken['header'] => ({ alg, typ })

function readSdJwtToken(text: string): SecuredToken {
  const sdJwt = readAnySdJwt(text)
  const [first] = sdJwt.signatures
  return {
    format: 'sd-jwt',
    header: pickHeader(first?.header ?? {}),
    signatures: sdJwt.signatures,
    claims: applyDisclosures(sdJwt)?.payload ?? sdJwt.payload,
    locate: locateByName,
    tags: [],
  }
}

/** The numbers of claims (RFC 8392, section 4; section 14.3 of the draft). */
export const claimNumbers: Readonly<Record<string, number>> = {
  iss: 1,
  sub: 2,
  aud: 3,
  exp: 4,
  nbf: 5,
  iat: 6,
  cti: 7,
  status_list: 65_533,
  ttl: 65_534,
  status: 65_535,
}

function readCwt(octets: Buffer): SecuredToken {
  const message = readCose(octets)
  const payload = decodeCbor(message.payload)
  if (!isCborMap(payload)) return refuse('cose', 'its claims are no map')
  const header = nameHeader(message)
  return {
    format: 'cwt',
    header,
    signatures: [
      {
        at: '',
        header: header as JsonObject, // read by name, and each value is looked at
        unprotected: {},
        signature: message.signature,
        signingInput: message.input.toString('latin1'),
      },
    ],
    claims: Object.fromEntries(
      Object.entries(claimNumbers).map(([name, number]) => [name, simplify(payload.get(number))]),
    ),
    locate: (name) => `/${claimNumbers[name] ?? name}`,
    tags: message.tags,
    headers: message,
  }
}

/** The header of a CWT by the names of JOSE. Only what is protected says something about the message itself. */
function nameHeader({ protected: own, unprotected }: CoseMessage): SecuredToken['header'] {
  const either = (label: number): CborValue => own.get(label) ?? unprotected.get(label)
  const named = {
    alg: simplify(nameCoseAlgorithm(own.get(coseLabels.alg))),
    typ: simplify(own.get(coseLabels.typ)),
    kid: readKid(either(coseLabels.kid)),
    x5c: readCertificates(either(coseLabels.x5chain)),
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}

/** A key identifier as key sets have it: its text, or its octets in base64url. */
function readKid(kid: CborValue): ClaimValue {
  if (!Buffer.isBuffer(kid)) return simplify(kid)
  const text = kid.toString('latin1')
  return /^[\x20-\x7e]+$/.test(text) ? text : kid.toString('base64url')
}

function readCertificates(chain: CborValue): ClaimValue {
  if (chain === undefined) return undefined
  return (Array.isArray(chain) ? chain : [chain]).map((each) =>
    Buffer.isBuffer(each) ? each.toString('base64') : simplify(each),
  )
}

/** A value of CBOR in the form that checks know. A tag stays away: what has one where none is due is neither a number nor a text. */
function simplify(value: CborValue): ClaimValue {
  if (value === undefined || value === null || Buffer.isBuffer(value) || value instanceof CborFloat) return value
  if (isCborMap(value)) return simplifyMap(value)
  if (Array.isArray(value)) return value.map(simplify)
  return typeof value === 'object' ? { tag: '' } : (value as ClaimValue) // a primitive value
}

/** A map by its texts. Of what is read here, nothing has another key (sections 4.3 and 6.3 of the draft). */
const simplifyMap = (map: CborMap): ClaimValue =>
  Object.fromEntries([...map].flatMap(([key, value]) => (typeof key === 'string' ? [[key, simplify(value)]] : [])))

/** Whether a claim is an object of JSON or a map of CBOR. */
export const isClaims = (value: ClaimValue): value is TokenClaims =>
  isObject(value) && !Buffer.isBuffer(value) && !(value instanceof CborFloat)

/** A count of seconds since 1970; nothing, if a value is none. */
export const readNumericDate = (value: ClaimValue): number | undefined => {
  const number = value instanceof CborFloat ? value.value : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
