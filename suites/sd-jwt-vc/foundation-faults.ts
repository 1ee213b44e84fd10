import { type Writable, writeJson } from '../../protocol/encoding/json.ts'
import { proveMessages } from '../http/message-changes.ts'
import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import { proveTexts } from '../json/text-changes.ts'
import { proveTypes } from '../json/type-changes.ts'
import { type Forge, listForgedFaults, listForgedVariants } from '../kit/samples.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { messages } from './http-messages.ts'
import { texts } from './json-texts.ts'
import { typedKinds } from './member-types.ts'
import { keysOfIssuer } from './requirements.ts'
import { answer, usualIssuer, usualMetadata, type VcChange } from './sample.ts'

const keep = <T>(content: T): T => content

const forge: Forge<KeyChange, VcChange> = (change) => ({
  issuer: (content): Writable => ({
    ...content,
    jwks: { keys: [change({ ...toPublic(keys.issuer), kid: 'issuer-key' })] },
  }),
})

export const keyFaults = listForgedFaults(keysOfIssuer, keyProof, forge)

export const keyVariants = listForgedVariants(keysOfIssuer, keyProof, forge)

export const textProofs = proveTexts(
  texts,
  (kind, write): VcChange =>
    kind === 'type-metadata'
      ? { type: keep, raw: write(writeJson(usualMetadata)) }
      : { issuer: keep, raw: write(writeJson(usualIssuer)) },
)

export const messageProofs = proveMessages(messages, (kind, { type, write = keep, encoding }): VcChange => {
  const isType = kind === 'type-metadata'
  const raw = write(writeJson(isType ? usualMetadata : usualIssuer))
  const head = answer(type && { 'Content-Type': type('application/json') ?? null })
  return { ...(isType ? { type: keep } : { issuer: keep }), raw, http: { ...head, ...(encoding && { encoding }) } }
})

export const typeProofs = proveTypes(
  typedKinds,
  { 'type-metadata': [usualMetadata] },
  (_, content): VcChange => ({ type: () => content }),
)
