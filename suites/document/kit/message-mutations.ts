import type { JsonValue } from '../../../protocol/encoding/json.ts'
import type { ActorMutation, CredentialDraft, JwsDraft, Session } from '../model/actors.ts'
import { type Edit, put, requireObject } from './edits.ts'
import { changeResult, combineMutations, replaceStep } from './mutations.ts'

/** Edits of each message, at the place where the actor makes it. */
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
  /** The payload with its digests. */
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

/** Changes a request by what is known of its session: what this issuer offers, announced and named. */
export const changeSessionRequest = (makeEdit: (session: Session) => Edit): ActorMutation =>
  changeResult('wallet', 'request', (request, [session]) => makeEdit(session)(request))

/** Names the template that the issuer offers beside the dataset. */
export const nameOfferedTemplate = changeSessionRequest(({ configurationId = '' }) =>
  put('/credential_configuration_id', configurationId),
)

/** Requests the template that the issuer offers instead of a dataset. */
export const requestOfferedTemplate = combineMutations(
  nameOfferedTemplate,
  mutate.request(put('/credential_identifier', undefined)),
)

/** Changes the status of a credential, given its id and the base address of the status service. */
export const changeStatusUrl = (makeStatus: (id: string, base: string) => JsonValue): ActorMutation =>
  mutate.credentialPayload((all) => {
    const { id, status } = requireObject(all)
    const base = typeof status === 'string' ? status.slice(0, -`/credentials/status/${id}`.length) : ''
    return put('/status', makeStatus(String(id), base))(all)
  })

/** Changes the id of a credential, and its status URL accordingly. */
export const changeCredentialId = (makeId: (id: string) => string): ActorMutation =>
  mutate.credentialPayload((all) => {
    const { id, status } = requireObject(all)
    const other = makeId(String(id))
    const editStatus =
      typeof status === 'string' ? put('/status', status.replace(String(id), other)) : put('/status', status)
    return editStatus(put('/id', other)(all))
  })

/** Changes the claims of a credential before their digests are made. */
export const changeClaims = (how: (claims: CredentialDraft['claims']) => CredentialDraft['claims']): ActorMutation =>
  changeResult('issuer', 'draft', (draft) => ({ ...draft, claims: how(draft.claims) }))

/** Changes the disclosures of a credential after their digests were made. */
export const changeDisclosures = (how: (texts: readonly string[]) => readonly string[]): ActorMutation =>
  replaceStep('issuer', 'joinDisclosures', (original) => (jws, texts) => original(jws, how(texts)))

/** Attests another nonce, in the attestation and in the device certificate alike. */
export const attestNonce = (nonce: string): ActorMutation =>
  combineMutations(
    replaceStep('wallet', 'describe', (original) => () => original(nonce)),
    replaceStep('wallet', 'attest', (original) => (_, x5c) => original(nonce, x5c)),
  )

/** Selects the credentials that the issuer returns. */
export const returnCredentials = (select: (credentials: readonly string[]) => readonly string[]) =>
  replaceStep(
    'issuer',
    'respond',
    (original) => (session, request, credentials) => original(session, request, select(credentials)),
  )
