import { editPart } from '../kit/compact-text.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResult } from '../kit/mutations.ts'

/** Edits of a credential before it is signed. */
export const { credentialHeader: editHeader, credentialPayload: editPayload, embedded: editEmbedded } = mutate

/** Edits of the issuer-signed JWT after it is signed. */
export const editJwt = (how: (jwt: string) => string) => changeResult('issuer', 'signCredential', how)

export const editSignature = (how: (signature: string) => string) => editJwt(editPart(2, how))

/** Edits of the serialized credential, with its disclosures. */
export const editSerialization = (how: (credential: string) => string) => changeResult('issuer', 'joinDisclosures', how)
