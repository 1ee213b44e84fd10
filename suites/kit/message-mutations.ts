import type { ActorMutation, CredentialDraft, JwsDraft } from '../../model/actors.ts'
import type { JsonValue } from '../../protocol/encoding/json.ts'
import { type Edit, put, requireObject } from './edits.ts'
import { changeResult, combineMutations, replaceStep } from './mutations.ts'

/** Where each message is made, for edits of it. */
export const mutate = {
  configRequest: (edit: Edit) => changeResult('identityApp', 'requestConfig', edit),
  configResponse: (edit: Edit) => changeResult('issuer', 'configure', edit),
  offer: (edit: Edit) => changeResult('issuer', 'offer', edit),
  metadata: (edit: Edit) => changeResult('issuer', 'metadata', edit),
  nonce: (edit: Edit) => changeResult('issuer', 'nonce', edit),
  request: (edit: Edit) => changeResult('wallet', 'request', edit),
  validationRequest: (edit: Edit) =>
    changeResult('identityApp', 'validate', ({ headers, body }) => ({ headers, body: edit(body) })),
  validationResponse: (edit: Edit) => changeResult('issuer', 'wrapResponse', edit),
  response: (edit: Edit) => changeResult('issuer', 'respond', edit),
  callback: (edit: Edit) => changeResult('identityApp', 'writeCallback', edit),
  jwks: (edit: Edit) => changeResult('issuer', 'keys', edit),
  attestationHeader: (edit: Edit) => changeResult('wallet', 'attest', editHeader(edit)),
  attestationPayload: (edit: Edit) => changeResult('wallet', 'attest', editPayload(edit)),
  credentialHeader: (edit: Edit) =>
    changeResult('issuer', 'draft', (draft) => ({ ...draft, header: requireObject(edit(draft.header)) })),
  credentialPayload: (edit: Edit) =>
    changeResult('issuer', 'draft', (draft) => ({ ...draft, payload: requireObject(edit(draft.payload)) })),
  /** The payload with its digests in it. */
  embedded: (edit: Edit) => changeResult('issuer', 'embed', edit),
  statusHeader: (edit: Edit) => changeResult('statusService', 'draft', editHeader(edit)),
  statusPayload: (edit: Edit) => changeResult('statusService', 'draft', editPayload(edit)),
}

const editHeader =
  (edit: Edit) =>
  (draft: JwsDraft): JwsDraft => ({ ...draft, header: edit(draft.header) })

const editPayload =
  (edit: Edit) =>
  (draft: JwsDraft): JwsDraft => ({ ...draft, payload: edit(draft.payload) })

/** Another status in a credential, made from its id and from the base address of the service, wherever that is. */
export const changeStatusUrl = (of: (id: string, base: string) => JsonValue): ActorMutation =>
  mutate.credentialPayload((all) => {
    const { id, status } = requireObject(all)
    const base = typeof status === 'string' ? status.slice(0, -`/credentials/status/${id}`.length) : ''
    return put('/status', of(String(id), base))(all)
  })

/** Another id for a credential, and the address of its status with that. */
export const changeCredentialId = (of: (id: string) => string): ActorMutation =>
  mutate.credentialPayload((all) => {
    const { id, status } = requireObject(all)
    const other = of(String(id))
    const moved =
      typeof status === 'string' ? put('/status', status.replace(String(id), other)) : put('/status', status)
    return moved(put('/id', other)(all))
  })

/** The claims of a credential before they are concealed. */
export const changeClaims = (how: (claims: CredentialDraft['claims']) => CredentialDraft['claims']): ActorMutation =>
  changeResult('issuer', 'draft', (draft) => ({ ...draft, claims: how(draft.claims) }))

/** The disclosures of a credential on their way into it, after their digests were made. */
export const changeDisclosures = (how: (texts: readonly string[]) => readonly string[]): ActorMutation =>
  replaceStep('issuer', 'joinDisclosures', (honest) => (jws, texts) => honest(jws, how(texts)))

/** Attests another nonce than was given, and is consistent in it. */
export const attestNonce = (nonce: string): ActorMutation =>
  combineMutations(
    replaceStep('wallet', 'describe', (honest) => () => honest(nonce)),
    replaceStep('wallet', 'attest', (honest) => (_, x5c) => honest(nonce, x5c)),
  )
