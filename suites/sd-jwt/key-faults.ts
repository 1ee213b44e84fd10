import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import { type Forge, listForgedFaults, listForgedVariants, markTolerated } from '../kit/samples.ts'
import { keysOfSdJwt } from './requirements.ts'
import { type SampleChange, toPublic } from './sample.ts'
import keys from './sample-keys.json' with { type: 'json' }

/** Another key of the holder. No sentence obliges a verifier to look at it, where there is no Key Binding JWT. */
const forge: Forge<KeyChange, SampleChange> = (change) => ({
  binding: null,
  claims: (all) => ({ ...all, cnf: { jwk: change(toPublic(keys.holder)) } }),
})

export const keyFaults = listForgedFaults(keysOfSdJwt, keyProof, forge).map(markTolerated)

export const keyVariants = listForgedVariants(keysOfSdJwt, keyProof, forge)
