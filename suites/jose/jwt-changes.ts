import type { FoundationProof } from '../../model/foundation/proof.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'
import type { JwtRule } from './jwt-rules.ts'
import {
  certifyAuthority,
  certifyKey,
  foreignExtension,
  hashCertificate,
  nameHost,
  writePermittedHosts,
} from './sample-certificate.ts'

/** A change of a signed token. */
export interface JwtChange {
  /** Gets the public key of the usual signer as well. */
  readonly header?: (header: JsonObject, signer: Jwk) => JsonObject
  /** Gets the time at which the token is judged. */
  readonly payload?: (payload: JsonObject, now: number) => JsonObject
  /** Who signs in the place of the usual signer. */
  readonly key?: Jwk
  /** Whether the key of the usual signer is unknown. */
  readonly isUnknown?: true
}

const setHeader = (members: JsonObject): JwtChange => ({ header: (header) => ({ ...header, ...members }) })

const setTimes = (make: (now: number) => JsonObject): JwtChange => ({
  payload: (payload, now) => ({ ...payload, ...make(now) }),
})

const setMembers = (members: JsonObject): JwtChange => setTimes(() => members)

/** A header with a certificate of its signer, unless it has one. */
const setBeside = (more: (certificate: Buffer) => JsonObject): JwtChange => ({
  header: ({ kid: _, ...header }, signer) => {
    const certificate = certifyKey(signer)
    return { x5c: [certificate.toString('base64')], ...header, ...more(certificate) }
  },
})

/** A header with other certificates. */
const setChain = (make: (signer: Jwk) => readonly Buffer[]): JwtChange => ({
  header: ({ kid: _, jwk: __, ...header }, signer) => ({
    ...header,
    x5c: make(signer).map((each) => each.toString('base64')),
  }),
})

/** A header with a text in the place of a certificate in base64. */
const setText = (write: (certificate: string) => string): JwtChange => ({
  header: (header, signer) => ({ ...header, x5c: [write(certifyKey(signer).toString('base64'))] }),
})

const past = { notBefore: new Date('2024-01-01'), notAfter: new Date('2025-01-01') }
const own = { extensions: [nameHost('signer.example')] }

const { d: _, ...unrelated } = unrelatedKey

const change = (name: JwtRule, description: string, how: JwtChange) => ({ name, description, change: how })

// biome-ignore format: a table, one row a line.
/** Signed tokens that break a rule, and legal ones that are unusual. */
export const jwtProof: FoundationProof<JwtRule, JwtChange> = {
  faults: [
    change('JWS-SIGNED', 'is signed by another key', { key: unrelatedKey }),
    change('JWS-SIGNED', 'names the algorithm of another kind of key', setHeader({ alg: 'PS256' })),
    change('JWS-CRIT', 'has a critical extension', setHeader({ crit: ['x-note'], 'x-note': true })),
    change('JWS-CRIT', 'has an empty list of critical extensions', setHeader({ crit: [] })),
    change('JWS-CRIT', 'does not encode its payload', setHeader({ b64: false })),
    change('JWS-HEADER', 'has a number as its `cty`', setHeader({ cty: 1 })),
    change('JWS-HEADER', 'has an array as its `x5t#S256`', setHeader({ 'x5t#S256': [] })),
    change('JWS-HEADER', 'has its certificate as PEM', setText((certificate) => `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`)),
    change('JWS-HEADER', 'has its certificate in base64url', setText((certificate) => `${certificate.slice(0, -4)}-_-_`)),
    change('JWS-HEADER', 'has a text as its `jwk`', setHeader({ jwk: 'a key' })),
    change('JWS-KEYS', 'has another key beside its certificate', setBeside(() => ({ jwk: unrelated }))),
    change('JWS-KEYS', 'has the thumbprint of another certificate', setBeside(() => ({ 'x5t#S256': hashCertificate('sha256', Buffer.alloc(1)) }))),
    change('JWT-NAMES', 'has a number as its `jti`', setMembers({ jti: 7 })),
    change('JWT-NAMES', 'has an array as its `jti`', setMembers({ jti: ['a'] })),
    change('JWT-TIMES', 'has a text as its `exp`', setTimes((now) => ({ exp: `${now + 3600}` }))),
    change('JWT-TIMES', 'has a text as its `nbf`', setTimes((now) => ({ nbf: `${now - 60}` }))),
    change('JWT-TIMES', 'has a text as its `iat`', setTimes((now) => ({ iat: `${now}` }))),
    change('JWT-TIMES', 'has milliseconds as its `exp`', setTimes((now) => ({ exp: (now + 3600) * 1000 }))),
    change('JWT-CURRENT', 'has expired', setTimes((now) => ({ exp: now - 3600 }))),
    change('JWT-CURRENT', 'is not valid for another hour', setTimes((now) => ({ nbf: now + 3600 }))),
    change('JWT-IAT', 'was made an hour from now', setTimes((now) => ({ iat: now + 3600 }))),
    change('X509-CHAIN', 'has a certificate with a critical extension that is not known', setChain((signer) => [certifyKey(signer, { extensions: [foreignExtension] })])),
    change('X509-CHAIN', 'has an authority with a critical extension that is not known', setChain((signer) => [certifyKey(signer), certifyAuthority({ extensions: [foreignExtension] })])),
    change('X509-CHAIN', 'has an authority for other names', setChain((signer) => [certifyKey(signer, own), certifyAuthority({ extensions: [writePermittedHosts('other.example')] })])),
    change('X509-CHAIN', 'has an authority that is none', setChain((signer) => [certifyKey(signer), certifyAuthority({ ca: false })])),
    change('X509-CHAIN', 'has a certificate for key agreement alone', setChain((signer) => [certifyKey(signer, { keyUsage: ['keyAgreement'] })])),
    change('X509-CHAIN', 'has a certificate that another authority signed', setChain((signer) => [certifyKey(signer, { issuer: 'Other authority' }), certifyAuthority()])),
    change('X509-TIMES', 'has a certificate that has expired', setChain((signer) => [certifyKey(signer, past)])),
    change('X509-TIMES', 'has an authority that has expired', setChain((signer) => [certifyKey(signer), certifyAuthority(past)])),
  ],
  variants: [
    { ...change('JWS-SIGNED', 'is signed by a key that is not known', { isUnknown: true }), isOpen: true },
    change('JWT-NAMES', 'has a `jti`', setMembers({ jti: 'a' })),
    change('JWT-TIMES', 'has times with fractions', setTimes((now) => ({ iat: now - 0.5, nbf: now - 1.5, exp: now + 300_000_000.5 }))),
    change('JWT-CURRENT', 'is not valid for half a minute', setTimes((now) => ({ nbf: now + 30 }))),
    change('JWT-IAT', 'was made by a clock that is ahead', setTimes((now) => ({ iat: now + 120 }))),
    change('JWS-CRIT', 'says that its payload is encoded', setHeader({ b64: true })),
    change('JWS-HEADER', 'has parameters that are not known', setHeader({ 'x-note': [1] })),
  ],
}
