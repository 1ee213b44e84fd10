import keys from '../fixtures/keys.json' with { type: 'json' }
import type { Issuer } from '../model/actors.ts'
import { writeJws } from '../protocol/jose/jws.ts'
import { readClaim, readDisclosure, writeDisclosure } from '../protocol/sd-jwt/disclosure.ts'
import { type ActorEnvironment, toPublicKey } from '../src/actors/steps/environment.ts'
import { createIssuer, issueCredential } from '../src/actors/steps/issuer.ts'
import { fixtureSession } from '../src/reference/offline-exchange.ts'
import { disclosing, type Material } from './credentials.ts'

/** A credential that nobody may accept, and the word with which ours is expected to refuse it. */
export interface Control {
  readonly name: string
  readonly text: string
  readonly refused: string
}

/** What a verifier that skips checks would accept. A fast verifier is worth nothing if it accepts one of these. */
export function controlsOf({ world, credentials }: Material): readonly Control[] {
  const [honest = '', other = ''] = credentials[5]
  const [jwt = '', first = '', ...rest] = honest.split('~')
  const stranger = other.split('~')[1] ?? ''
  const joined = (...disclosures: readonly string[]): string => [jwt, ...disclosures, ...rest].join('~')
  const digest = [
    { name: 'tampered disclosure', text: joined(tampered(first, world)), refused: 'digest' },
    { name: 'repeated disclosure', text: joined(first, first), refused: 'digest' },
    { name: 'disclosure of another credential', text: joined(first, stranger), refused: 'digest' },
    { name: 'padded disclosure', text: joined(`${first}=`), refused: 'base64url' },
  ]
  const signed = [
    { name: 'expired', text: issuedBy({ ...world, now: world.now - 2 * 365 * 86_400 }), refused: 'expired' },
    { name: 'signed with another key', text: issuedBy(world, strangersHand), refused: 'signature' },
  ]
  const joins = world.dialect.digest !== 'disclosure'
  return [...digest, ...signed, ...(joins ? [{ name: 'claim cut anew', text: recut(world), refused: 'recut' }] : [])]
}

function tampered(disclosure: string, { dialect: { order } }: ActorEnvironment): string {
  const claim = readClaim(readDisclosure(disclosure), order)
  if (!claim) throw new TypeError('an honest disclosure is a claim')
  return writeDisclosure({ name: claim.name, salt: claim.salt, value: 'something else' }, order).text
}

type Bend = (issuer: Issuer) => Issuer

const strangersHand: Bend = (issuer) => ({
  ...issuer,
  signCredential: ({ header, payload }) => writeJws(header, payload, { ...keys.stranger, kid: keys.issuer.kid }),
})

const holderKey = { ...toPublicKey(keys.holder), kid: 'holder', alg: 'ES256' }

function issuedBy(world: ActorEnvironment, bend: Bend = (issuer) => issuer): string {
  return disclosing(issueCredential(bend(createIssuer(world)), fixtureSession, holderKey).credential, 5)
}

/** `MaskedMobile` of an issuer whose salts have 24 characters, presented as `Mobile`; the digest is the same. */
function recut(world: ActorEnvironment): string {
  const claims = ['MaskedMobile', 'Gender', 'State'].map((name) => ({
    name,
    value: 'XXXXXX0123',
    salt: Buffer.from(world.random(18)).toString('base64url'),
  }))
  const text = issuedBy(world, (issuer) => ({
    ...issuer,
    draft: (...about) => ({ ...issuer.draft(...about), claims }),
  }))
  const { order } = world.dialect
  const [claim] = claims
  const cut = writeDisclosure({ name: 'Mobile', value: claim?.value ?? '', salt: `${claim?.salt}Masked` }, order)
  return text.replace(text.split('~')[1] ?? '', cut.text)
}
