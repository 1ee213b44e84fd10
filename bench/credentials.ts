import type { KeyObject } from 'node:crypto'
import holders from '../fixtures/holders.json' with { type: 'json' }
import keys from '../fixtures/keys.json' with { type: 'json' }
import { honestIssuer, issue } from '../src/actors/issuer.ts'
import { publicOf, type World } from '../src/actors/world.ts'
import { decideUnder, session, stageTime, worldUnder } from '../src/cli/stage.ts'
import type { Decide } from '../src/model/decision.ts'
import type { Setting } from '../src/model/fault.ts'
import { type Acceptance, acceptor } from '../src/protocol/accept.ts'
import { toDer } from '../src/protocol/es256.ts'
import type { JsonObject } from '../src/protocol/json.ts'
import { importP256 } from '../src/protocol/jwk.ts'
import { readSigned } from '../src/protocol/jws.ts'
import { writeSdJwt } from '../src/protocol/sd-jwt.ts'

/** How much of a credential is disclosed. */
export const sizes = ['photo', '44', '5', '0'] as const
export type Size = (typeof sizes)[number]

/** Credentials of one dialect, and who judges them. */
export interface Material {
  readonly world: World
  readonly decide: Decide
  readonly jwks: JsonObject
  readonly accept: (compact: string) => Acceptance
  /** Several of each size, so that nothing is fast because it was seen before. */
  readonly credentials: Readonly<Record<Size, readonly string[]>>
}

/** The reading of the document, and the one that libraries for RFC 9901 can read. */
export const settings = {
  document: { under: 'document', given: {} },
  rfc9901: {
    under: 'document',
    given: {
      'sd.digest': 'disclosure',
      'sd.order': 'salt-name-value',
      'sd.alg': 'sha-256',
      'sd.serialization': 'tilde-terminated',
      'sd.conformance': 'rfc9901',
      'credential.vct': 'required',
    },
  },
} as const satisfies Record<string, Setting>

const holderKeys = [keys.holder, keys.device, keys.device2, keys.stranger]

/** Credentials of eight holders under one setting. */
export function materialUnder(setting: Setting): Material {
  const world = worldUnder(setting, 'bench')
  const { dialect, now } = world
  const jwks = { keys: [keys.issuer, keys.issuerNext].map(publicOf) }
  const { digest: construction, order, hashName, credentialType } = dialect
  const accept = acceptor({ jwks, construction, order, hashName, types: [credentialType], now, skew: 60 })
  return { world, decide: decideUnder(setting), jwks, accept, credentials: credentialsIn(world) }
}

function credentialsIn(world: World): Material['credentials'] {
  const issuer = honestIssuer(world)
  const issued = Array.from({ length: 8 }, (_, i) => {
    const photo = Buffer.from(world.random(7_680)).toString('base64')
    const holderKey = {
      ...publicOf(holderKeys[i % holderKeys.length] ?? keys.holder),
      kid: `holder-${i}`,
      alg: 'ES256',
    }
    const without = issue(issuer, { ...session, holder: holders.asha }, holderKey).credential
    const holder = { ...holders.asha, ResidentImage: photo }
    return { without, with: issue(issuer, { ...session, holder }, holderKey).credential }
  })
  const plain = issued.map(({ without }) => without)
  return {
    photo: issued.map((each) => each.with),
    44: plain,
    5: plain.map((each) => disclosing(each, 5)),
    0: plain.map((each) => disclosing(each, 0)),
  }
}

/** A credential with its first disclosures only. */
export const disclosing = (credential: string, count: number): string => {
  const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1)
  return writeSdJwt(jwt, disclosures.slice(0, count))
}

/** What the bare loop verifies: the signatures of the same credentials, with everything else done beforehand. */
export const bareSignatures = (credentials: readonly string[]): readonly (readonly [Buffer, KeyObject, Buffer])[] => {
  const key = importP256(publicOf(keys.issuer))
  return credentials.map((credential) => {
    const { signingInput, signature } = readSigned(credential.slice(0, credential.indexOf('~')))
    return [Buffer.from(signingInput, 'latin1'), key, toDer(signature)]
  })
}

export { stageTime }
