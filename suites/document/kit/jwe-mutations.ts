import { createCipheriv, createHash } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue, writeJson } from '../../../protocol/encoding/json.ts'
import { refuse } from '../../../protocol/encoding/problem.ts'
import { chooseRequestEncryption } from '../../../protocol/jose/agreed-encryption.ts'
import { type JweDraft, writeJwe } from '../../../protocol/jose/jwe.ts'
import { isJsonJwe, writeFlattenedJwe } from '../../../protocol/jose/jwe-parts.ts'
import { replaceStep } from './mutations.ts'

/** Octets that are always the same. */
export const fillOctets = (octets: number): Uint8Array => Buffer.alloc(octets, 0x5a)

/** Octets that differ for every text and every call, so that no other fault reuses an initialization vector. */
function createOctets(text: string): (octets: number) => Uint8Array {
  let calls = 0 // within one message
  return (octets) => {
    const seed = createHash('sha256').update(`${calls++} ${text}`).digest()
    return createCipheriv('aes-256-ctr', seed, Buffer.alloc(16)).update(Buffer.alloc(octets))
  }
}

type JweChange = (draft: JweDraft) => JweDraft

const redraftRequest = (redraft: JweChange, kty?: string) =>
  replaceStep('wallet', 'encrypt', (original) => (request, metadata) => {
    const { credential_request_encryption: encryption } = metadata
    const { key, header } = chooseRequestEncryption(encryption, kty) ?? { key: {}, header: {} }
    if (kty !== undefined && key.kty !== kty) refuse('jwe-key', `the issuer has no key of the type ${kty}`)
    const plaintext = writeJson(request)
    const compact = writeJwe(redraft({ plaintext, header, key, random: createOctets(plaintext) }))
    return isJsonJwe(original(request, metadata)) ? writeFlattenedJwe(compact) : compact
  })

/** Mutations of the plaintext, the encryption and the header of JWEs. */
export const mutateJwe = {
  request: (redraft: JweChange) => redraftRequest(redraft),
  /** The request is encrypted to a key on a curve. To an issuer that has none, nothing is sent. */
  requestOnCurve: (redraft: JweChange) => redraftRequest(redraft, 'EC'),
  response: (redraft: JweChange) =>
    replaceStep('issuer', 'encrypt', () => (plaintext, { jwk, alg = '', enc = '', zip }) => {
      const key = isObject(jwk) ? jwk : {}
      const header = { alg: key.alg ?? alg, enc, kid: key.kid ?? '', ...(zip === 'DEF' && { zip }) }
      return writeJwe(redraft({ plaintext, header, key, random: createOctets(plaintext) }))
    }),
}

/** Changes the header of a JWE without changing how it is encrypted. */
export const editJweHeader =
  (members: Readonly<Record<string, JsonValue | undefined>>): JweChange =>
  ({ header, overrides, ...draft }) => {
    const all = Object.entries({ ...header, ...members }).filter(([, value]) => value !== undefined)
    const actual = {
      alg: String(header.alg),
      enc: String(header.enc),
      zip: header.zip === 'DEF' ? 'DEF' : 'none',
    } as const
    return { ...draft, header: Object.fromEntries(all) as JsonObject, overrides: { ...actual, ...overrides } }
  }

/** Other values of `credential_response_encryption`. */
export const responseEncryptions = {
  /** An EC key instead of an RSA key. */
  onCurve: {
    jwk: {
      kty: 'EC',
      crv: 'P-256',
      x: 'Y87SDBloItzP_pDtXAdm4R6yGXg6y05O6rrI2e6t_QY',
      y: 'FZ80dhgT7GJvzdoAOKf_ZnL7xpI75IuWtmezULbHPMQ',
      kid: 'response-2',
      use: 'enc',
      alg: 'ECDH-ES+A256KW',
    },
  },
  uncompressed: { zip: 'none' },
} as const
