import { constants, createPrivateKey, sign } from 'node:crypto'
import type { KnownFacts } from '../../model/finding.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { type JsonObject, type JsonValue, type Writable, writeJson } from '../../protocol/encoding/json.ts'
import { signEs256 } from '../../protocol/jose/es256.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { chooseHash } from '../../protocol/sd-jwt/hash-functions.ts'
import { type ClaimSet, hide, hideClaims } from '../../protocol/sd-jwt/hide-claims.ts'
import type { AnySdJwt, SdJwtForm } from '../../protocol/sd-jwt/presentation.ts'
import { readSampleTime } from '../kit/sample-time.ts'
import keys from './sample-keys.json' with { type: 'json' }

/** What a sample does otherwise than the usual one. Each step gets what the step before it made. */
export interface SampleChange {
  /** The algorithm of the issuer, and with it the key. */
  readonly alg?: keyof typeof signers
  /** The hash function, as `_sd_alg` has it; `null` for an SD-JWT without `_sd_alg`. */
  readonly hash?: string | null
  readonly claims?: (claims: ClaimSet) => ClaimSet
  /** Digests in addition to those of the claims. */
  readonly decoys?: number
  /** The text of the JSON array of a disclosure, before it is encoded. */
  readonly content?: (json: string, place: number) => string
  /** A disclosure before its digest is computed. */
  readonly disclosure?: (text: string, place: number) => string
  readonly digest?: (digest: string, text: string, place: number) => string
  readonly salt?: (salt: string, place: number) => string
  readonly payload?: (payload: JsonObject) => Writable
  readonly header?: (header: JsonObject) => Writable
  readonly signature?: (signature: Buffer, input: string) => Buffer
  /** The disclosures that are presented. */
  readonly present?: (disclosures: readonly string[]) => readonly string[]
  /** `null` for an SD-JWT without a Key Binding JWT. */
  readonly binding?: BindingChange | null
  readonly form?: SdJwtForm
  readonly json?: (message: JsonObject) => JsonObject
  readonly text?: (text: string) => string
  /** What is known beside the text. */
  readonly facts?: Partial<KnownFacts>
}

interface BindingChange {
  readonly header?: (header: JsonObject) => Writable
  readonly payload?: (payload: JsonObject) => Writable
  readonly key?: Jwk
  /** What `sd_hash` is over. */
  readonly over?: (text: string) => string
  readonly signature?: (signature: Buffer) => Buffer
  readonly text?: (text: string) => string
}

const es =
  (key: Jwk, hash: string) =>
  (input: string): Buffer =>
    sign(hash, Buffer.from(input, 'latin1'), { key: importPrivate(key), dsaEncoding: 'ieee-p1363' })

const importPrivate = (key: Jwk) => createPrivateKey({ key: { ...key }, format: 'jwk' })

/** The algorithms of samples, each with a key of its own. */
export const signers = {
  ES256: { key: keys.issuer, sign: (input: string) => signEs256(Buffer.from(input, 'latin1'), keys.issuer) },
  ES384: { key: keys.p384, sign: es(keys.p384, 'sha384') },
  ES512: { key: keys.p521, sign: es(keys.p521, 'sha512') },
  EdDSA: {
    key: keys.ed25519,
    sign: (input: string) => sign(null, Buffer.from(input, 'latin1'), importPrivate(keys.ed25519)),
  },
  PS256: {
    key: keys.rsa,
    sign: (input: string) =>
      sign('sha256', Buffer.from(input, 'latin1'), {
        key: importPrivate(keys.rsa),
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }),
  },
  RS256: {
    key: keys.rsa,
    sign: (input: string) => sign('sha256', Buffer.from(input, 'latin1'), importPrivate(keys.rsa)),
  },
}

export const toPublic = ({ kty, crv, x, y, n, e, kid }: { readonly [member: string]: string | undefined }): Jwk =>
  Object.fromEntries(
    Object.entries({ kty, crv, x, y, n, e, kid }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** The time at which samples are made and judged, in seconds since 1970. */
export const sampleTime = readSampleTime()
const verifier = 'https://verifier.example'
const nonce = 'nonce-of-the-verifier'

/** Claims of every kind: plain, hidden, in objects and arrays, and hidden inside of what is hidden. */
const usualClaims: ClaimSet = {
  iss: 'https://issuer.example',
  iat: sampleTime - 86_400,
  exp: sampleTime + 10 * 365 * 86_400,
  cnf: { jwk: toPublic(keys.holder) },
  given_name: hide('Asha'),
  age: hide(42),
  member: true,
  address: { street: hide('1 Example Street'), city: hide('Sample Town'), country: 'XX' },
  languages: [hide('en'), 'hi', hide('ta')],
  degrees: hide([hide({ name: 'BSc', year: hide(2004) }), 'BA']),
}

interface SdJwtSample {
  readonly kind: 'sd-jwt'
  readonly text: string
  readonly facts: KnownFacts
}

/** Makes an SD-JWT. */
export function makeSample(change: SampleChange = {}): SdJwtSample {
  const { alg = 'ES256', hash = 'sha-256', facts = {} } = change
  const claims = (change.claims ?? keep)(usualClaims)
  const issuer = signers[alg]
  const { payload, disclosures } = writeClaims(hash === null ? claims : { ...claims, _sd_alg: hash }, change)
  const header = { alg, typ: 'example+sd-jwt', kid: 'issuer-key' }
  const parts = [writeJson((change.header ?? keep)(header)), writeJson((change.payload ?? keep)(payload))].map(
    encodeBase64url,
  )
  const input = parts.join('.')
  const signature = (change.signature ?? keep)(issuer.sign(input), input).toString('base64url')
  const presented = (change.present ?? keep)(disclosures)
  const sdJwt = [`${input}.${signature}`, ...presented, ''].join('~')
  const binding = change.binding === null ? '' : bind(sdJwt, hash, change.binding)
  const text = writeForm({ form: change.form ?? 'compact', sdJwt, presented, binding, change })
  return {
    kind: 'sd-jwt',
    text: (change.text ?? keep)(text),
    facts: {
      now: sampleTime,
      jwks: { keys: [{ ...toPublic(issuer.key), kid: 'issuer-key' }] },
      audience: verifier,
      nonce,
      ...facts,
    },
  }
}

const keep = <T>(value: T): T => value

interface Written {
  readonly form: SdJwtForm
  readonly sdJwt: string
  readonly presented: readonly string[]
  readonly binding: string
  readonly change: SampleChange
}

function writeForm({ form, sdJwt, presented, binding, change }: Written): string {
  if (form === 'compact') return `${sdJwt}${binding}`
  const [head = '', payload = '', signature = ''] = sdJwt.slice(0, sdJwt.indexOf('~')).split('.')
  const header = { disclosures: [...presented], ...(binding !== '' && { kb_jwt: binding }) }
  const own = { protected: head, signature, header }
  // A second signature, by a party that this verifier does not know.
  const second = { protected: encodeBase64url('{"alg":"ES256","kid":"another"}'), signature, header: {} }
  const message = form === 'flattened' ? { payload, ...own } : { payload, signatures: [own, second] }
  return JSON.stringify((change.json ?? keep)(message))
}

function bind(sdJwt: string, hash: string | null, change: BindingChange = {}): string {
  const compute = chooseHash(hash === null ? {} : { _sd_alg: hash })?.compute ?? keep
  const payload = { iat: sampleTime, aud: verifier, nonce, sd_hash: compute((change.over ?? keep)(sdJwt)) }
  const header = (change.header ?? keep)({ alg: 'ES256', typ: 'kb+jwt' })
  const input = [header, (change.payload ?? keep)(payload)].map((part) => encodeBase64url(writeJson(part))).join('.')
  const signature = signEs256(Buffer.from(input), change.key ?? keys.holder)
  return (change.text ?? keep)(`${input}.${(change.signature ?? keep)(signature).toString('base64url')}`)
}

interface Concealed {
  readonly payload: JsonObject
  readonly disclosures: readonly string[]
}

/** An array in JSON, with the white space that the examples of RFC 9901 have. */
export const writeSpaced = (json: string): string =>
  `[${(JSON.parse(json) as readonly JsonValue[]).map((each) => JSON.stringify(each)).join(', ')}]`

/** Whether disclosures have no white space, as those of most samples. */
export const hasCompactDisclosures = ({ disclosures }: Pick<AnySdJwt, 'disclosures'>): boolean =>
  disclosures.every(({ text, content }) => content === undefined || encodeBase64url(JSON.stringify(content)) === text)

function writeClaims(claims: ClaimSet, change: SampleChange): Concealed {
  const disclosures: string[] = []
  const hash = chooseHash(typeof claims._sd_alg === 'string' ? { _sd_alg: claims._sd_alg } : {})
  const compute = hash?.compute ?? keep

  const disclose = (elements: readonly JsonValue[]): string => {
    const place = disclosures.length
    const salt = (change.salt ?? keep)(makeSalt(place), place)
    const json = (change.content ?? keep)(JSON.stringify([salt, ...elements]), place)
    const text = (change.disclosure ?? keep)(encodeBase64url(json), place)
    disclosures.push(text)
    return (change.digest ?? keep)(compute(text), text, place)
  }

  const payload = hideClaims(claims, { disclose, orderDigests: (digests) => digests.toSorted() })
  const decoys = Array.from({ length: change.decoys ?? 2 }, (_, i) => compute(`decoy ${i}`))
  const digests = Array.isArray(payload._sd) ? payload._sd : []
  return {
    payload:
      digests.length + decoys.length === 0
        ? payload
        : { ...payload, _sd: [...digests, ...decoys].map(String).toSorted() },
    disclosures,
  }
}

/** A salt of 128 bits that is always the same for a place. */
const makeSalt = (place: number): string => (chooseHash({})?.compute(`salt ${place}`) ?? '').slice(0, 22)
