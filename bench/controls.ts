import keys from '../fixtures/keys.json' with { type: 'json' }
import { writeJws } from '../protocol/jose/jws.ts'
import { readClaim, readDisclosure, writeDisclosure } from '../protocol/sd-jwt/disclosure.ts'
import { type ActorEnvironment, toPublicKey } from '../suites/document/actors/steps/environment.ts'
import { createIssuer, issueCredential } from '../suites/document/actors/steps/issuer.ts'
import type { Issuer } from '../suites/document/model/actors.ts'
import { fixtureSession } from '../suites/document/reference/offline-exchange.ts'
import { discloseFirst, type Material } from './credentials.ts'

/** A credential that every verifier must reject, and the reason that our acceptor must give. */
export interface Control {
  readonly name: string
  readonly text: string
  readonly refused: string
}

/** Credentials that a verifier accepts if it skips a validation: a fast verifier is worth nothing if it does. */
export function makeControls({ world, credentials }: Material): readonly Control[] {
  const [valid = '', other = ''] = credentials[5]
  const [jwt = '', first = '', ...rest] = valid.split('~')
  const unrelated = other.split('~')[1] ?? ''
  const join = (...disclosures: readonly string[]): string => [jwt, ...disclosures, ...rest].join('~')
  const digest = [
    { name: 'tampered disclosure', text: join(tamper(first, world)), refused: 'digest' },
    { name: 'repeated disclosure', text: join(first, first), refused: 'digest' },
    { name: 'disclosure of another credential', text: join(first, unrelated), refused: 'digest' },
    { name: 'padded disclosure', text: join(`${first}=`), refused: 'base64url' },
  ]
  const signed = [
    { name: 'expired', text: issueWith({ ...world, now: world.now - 2 * 365 * 86_400 }), refused: 'expired' },
    { name: 'signed with another key', text: issueWith(world, signWithUnrelatedKey), refused: 'signature' },
  ]
  const joins = world.dialect.digest !== 'disclosure'
  return [
    ...digest,
    ...signed,
    ...(joins ? [{ name: 'moved claim boundary', text: makeRecut(world), refused: 'recut' }] : []),
  ]
}

function tamper(disclosure: string, { dialect: { order } }: ActorEnvironment): string {
  const claim = readClaim(readDisclosure(disclosure), order)
  if (!claim) throw new TypeError('the disclosure of a valid credential is a claim')
  return writeDisclosure({ name: claim.name, salt: claim.salt, value: 'something else' }, order).text
}

type IssuerMutation = (issuer: Issuer) => Issuer

const signWithUnrelatedKey: IssuerMutation = (issuer) => ({
  ...issuer,
  signCredential: ({ header, payload }) => writeJws(header, payload, { ...keys.stranger, kid: keys.issuer.kid }),
})

const holderKey = { ...toPublicKey(keys.holder), kid: 'holder', alg: 'ES256' }

function issueWith(world: ActorEnvironment, mutate: IssuerMutation = (issuer) => issuer): string {
  return discloseFirst(issueCredential(mutate(createIssuer(world)), fixtureSession, holderKey).credential, 5)
}

/** `MaskedMobile` of an issuer whose salts have 24 characters, presented as `Mobile`; the digest is the same. */
function makeRecut(world: ActorEnvironment): string {
  const claims = ['MaskedMobile', 'Gender', 'State'].map((name) => ({
    name,
    value: 'XXXXXX0123',
    salt: Buffer.from(world.random(18)).toString('base64url'),
  }))
  const text = issueWith(world, (issuer) => ({
    ...issuer,
    draft: (...about) => ({ ...issuer.draft(...about), claims }),
  }))
  const { order } = world.dialect
  const [claim] = claims
  const cut = writeDisclosure({ name: 'Mobile', value: claim?.value ?? '', salt: `${claim?.salt}Masked` }, order)
  return text.replace(text.split('~')[1] ?? '', cut.text)
}
