import type { Writable } from '../../protocol/encoding/json.ts'
import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import { type Forge, listForgedFaults, listForgedVariants } from '../kit/samples.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { keysOfIssuer } from './requirements.ts'
import type { VcChange } from './sample.ts'

const forge: Forge<KeyChange, VcChange> = (change) => ({
  issuer: (content): Writable => ({
    ...content,
    jwks: { keys: [change({ ...toPublic(keys.issuer), kid: 'issuer-key' })] },
  }),
})

export const keyFaults = listForgedFaults(keysOfIssuer, keyProof, forge)

export const keyVariants = listForgedVariants(keysOfIssuer, keyProof, forge)
