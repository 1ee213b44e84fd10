import type { KeyObject } from 'node:crypto'
import holders from '../fixtures/holders.json' with { type: 'json' }
import keys from '../fixtures/keys.json' with { type: 'json' }
import type { Decide } from '../model/decision.ts'
import { type Acceptance, createAcceptor } from '../protocol/accept/accept.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { toDer } from '../protocol/jose/es256.ts'
import { importP256 } from '../protocol/jose/jwk.ts'
import { readSigned } from '../protocol/jose/jws.ts'
import { writeSdJwt } from '../protocol/sd-jwt/sd-jwt.ts'
import { type ActorEnvironment, toPublicKey } from '../suites/document/actors/steps/environment.ts'
import { createIssuer, issueCredential } from '../suites/document/actors/steps/issuer.ts'
import type { FaultSettings } from '../suites/document/model/fault.ts'
import {
  createDecide,
  createEnvironment,
  fixtureSession,
  fixtureTime,
} from '../suites/document/reference/offline-exchange.ts'

/** How much of a credential is disclosed. */
export const sizes = ['photo', '44', '5', '0'] as const
export type Size = (typeof sizes)[number]

/** Credentials in one set of conventions, and the acceptor for them. */
export interface Material {
  readonly world: ActorEnvironment
  readonly decide: Decide
  readonly jwks: JsonObject
  readonly accept: (compact: string) => Acceptance
  /** Several of each size, so that no cache makes a row fast. */
  readonly credentials: Readonly<Record<Size, readonly string[]>>
}

/** The answers of the document, and those that libraries for RFC 9901 can read. */
export const settings = {
  document: { profile: 'document', decisions: {} },
  rfc9901: {
    profile: 'document',
    decisions: {
      'sd.digest': 'disclosure',
      'sd.order': 'salt-name-value',
      'sd.alg': 'sha-256',
      'sd.serialization': 'tilde-terminated',
      'sd.conformance': 'rfc9901',
      'credential.vct': 'required',
    },
  },
} as const satisfies Record<string, FaultSettings>

const holderKeys = [keys.holder, keys.device, keys.device2, keys.stranger]

/** Credentials of eight holders under one setting. */
export function createMaterial(setting: FaultSettings): Material {
  const world = createEnvironment(setting, 'bench')
  const { dialect, now } = world
  const jwks = { keys: [keys.issuer, keys.issuerNext].map(toPublicKey) }
  const { digest: construction, order, hashName, credentialType } = dialect
  const accept = createAcceptor({ jwks, construction, order, hashName, types: [credentialType], now, skew: 60 })
  return { world, decide: createDecide(setting), jwks, accept, credentials: issueCredentials(world) }
}

function issueCredentials(world: ActorEnvironment): Material['credentials'] {
  const issuer = createIssuer(world)
  const issued = Array.from({ length: 8 }, (_, i) => {
    const photo = Buffer.from(world.random(7_680)).toString('base64')
    const holderKey = {
      ...toPublicKey(holderKeys[i % holderKeys.length] ?? keys.holder),
      kid: `holder-${i}`,
      alg: 'ES256',
    }
    const without = issueCredential(issuer, { ...fixtureSession, holder: holders.asha }, holderKey).credential
    const holder = { ...holders.asha, ResidentImage: photo }
    return { without, with: issueCredential(issuer, { ...fixtureSession, holder }, holderKey).credential }
  })
  const plain = issued.map(({ without }) => without)
  return {
    photo: issued.map((each) => each.with),
    44: plain,
    5: plain.map((each) => discloseFirst(each, 5)),
    0: plain.map((each) => discloseFirst(each, 0)),
  }
}

/** Keeps the first disclosures of a credential. */
export const discloseFirst = (credential: string, count: number): string => {
  const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1)
  return writeSdJwt(jwt, disclosures.slice(0, count))
}

/** Reads the signatures of credentials, so that the baseline loop verifies them and does nothing else. */
export const readSignatures = (credentials: readonly string[]): readonly (readonly [Buffer, KeyObject, Buffer])[] => {
  const key = importP256(toPublicKey(keys.issuer))
  return credentials.map((credential) => {
    const { signingInput, signature } = readSigned(credential.slice(0, credential.indexOf('~')))
    return [Buffer.from(signingInput, 'latin1'), key, toDer(signature)]
  })
}

export { fixtureTime }
