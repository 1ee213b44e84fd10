import { signEs256 } from '../../protocol/jose/es256.ts'
import { type JwtChange, jwtProof } from '../jose/jwt-changes.ts'
import { type KeyChange, keyProof, signerProof } from '../jose/key-changes.ts'
import { type Forge, listForgedFaults, listForgedVariants, markTolerated } from '../kit/samples.ts'
import { jwtsOf, keysOfBinding, keysOfSdJwt } from './requirements.ts'
import { type SampleChange, sampleTime, toPublic } from './sample.ts'
import keys from './sample-keys.json' with { type: 'json' }

/** Another key of the holder. No sentence obliges a verifier to look at it, where there is no Key Binding JWT. */
const forge: Forge<KeyChange, SampleChange> = (change) => ({
  binding: null,
  claims: (all) => ({ ...all, cnf: { jwk: change(toPublic(keys.holder)) } }),
})

/** The key of the holder in the header of the Key Binding JWT. */
const forgeShown: Forge<KeyChange, SampleChange> = (change) => ({
  binding: { header: (usual) => ({ ...usual, jwk: change(toPublic(keys.holder)) }) },
})

const keep = <T>(value: T): T => value

/** The issuer-signed JWT. Whether its key is known is for the key set that was given. */
const forgeToken: Forge<JwtChange, SampleChange> = ({ header = keep, payload = keep, key, isUnknown }) => ({
  header: (usual) => header(usual, toPublic(keys.issuer)),
  payload: (usual) => payload(usual, sampleTime),
  ...(key && { signature: (_: Buffer, input: string) => signEs256(Buffer.from(input, 'latin1'), key) }),
  ...(isUnknown && { facts: { jwks: undefined } }),
})

const forgeKeyBinding: Forge<JwtChange, SampleChange> = ({ header = keep, payload = keep, key, isUnknown }) =>
  isUnknown
    ? { claims: ({ cnf: _, ...claims }) => ({ ...claims, cnf: { kid: '1' } }) }
    : {
        binding: {
          header: (usual) => header(usual, toPublic(keys.holder)),
          payload: (usual) => payload(usual, sampleTime),
          ...(key && { key }),
        },
      }

/** What no receiver has to look at is tolerated; the faults of both tokens that it has to find are listed by themselves. */
export const jwtFaults = [
  ...listForgedFaults(jwtsOf.issuer, jwtProof, forgeToken),
  ...listForgedFaults(jwtsOf.keyBinding, jwtProof, forgeKeyBinding),
].map(markTolerated)

export const jwtVariants = [
  ...listForgedVariants(jwtsOf.issuer, jwtProof, forgeToken),
  ...listForgedVariants(jwtsOf.keyBinding, jwtProof, forgeKeyBinding),
]

export const keyFaults = [
  ...listForgedFaults(keysOfSdJwt, keyProof, forge),
  ...listForgedFaults(keysOfSdJwt, signerProof, forge),
  ...listForgedFaults(keysOfBinding, keyProof, forgeShown),
].map(markTolerated)

export const keyVariants = [
  ...listForgedVariants(keysOfSdJwt, keyProof, forge),
  ...listForgedVariants(keysOfSdJwt, signerProof, forge),
  ...listForgedVariants(keysOfBinding, keyProof, forgeShown),
]
