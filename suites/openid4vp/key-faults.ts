import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import {
  type Forge,
  listForgedFaults,
  listForgedVariants,
  type SampleFault,
  type SampleVariant,
} from '../kit/samples.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { keysOf } from './request-requirements.ts'
import { encryptionKey } from './request-sample.ts'
import type { VpChange } from './sample.ts'

const withoutUse = ({ use: _, ...key }: typeof encryptionKey) => key

/** The key in the place where each kind has one. */
const forges: { readonly [K in keyof typeof keysOf]: Forge<KeyChange, VpChange> } = {
  metadata: (change) => ({
    about: 'vp-client-metadata',
    content: (all) => ({ ...all, jwks: { keys: [change(withoutUse(encryptionKey))] } }),
  }),
  object: (change) => ({
    about: 'vp-request-object',
    header: (all) => ({ ...all, jwk: change(toPublic(keys.issuer)) }),
  }),
  attestation: (change) => ({
    about: 'vp-verifier-attestation',
    content: (all) => ({ ...all, cnf: { jwk: change(toPublic(keys.issuer)) } }),
  }),
  wallet: (change) => ({
    about: 'vp-wallet-metadata',
    content: (all) => ({ ...all, jwks: { keys: [change(withoutUse(encryptionKey))] } }),
  }),
}

const names = ['metadata', 'object', 'attestation', 'wallet'] as const

export const keyFaults: readonly SampleFault<VpChange>[] = names.flatMap((name) =>
  listForgedFaults(keysOf[name], keyProof, forges[name]),
)

export const keyVariants: readonly SampleVariant<VpChange>[] = names.flatMap((name) =>
  listForgedVariants(keysOf[name], keyProof, forges[name]),
)
