import type { Actors, Session } from '../../../model/actors.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonObject, RawJson, type Writable, writeJson } from '../../../protocol/encoding/json.ts'
import { createCredentialManager } from './credential-manager.ts'
import { toX5c } from './device.ts'
import type { ActorEnvironment } from './environment.ts'
import { createIdentityApp } from './identity-app.ts'
import { createIssuer, issueCredential, protectResponse } from './issuer.ts'
import { createStatusService } from './status-service.ts'
import { createVerifier } from './verifier.ts'
import { createCertificates, createWallet } from './wallet.ts'
import { createWalletBackend } from './wallet-backend.ts'

/** The honest cast in a world. */
export const createReferenceActors = (environment: ActorEnvironment): Actors => ({
  issuer: createIssuer(environment),
  wallet: createWallet(environment),
  identityApp: createIdentityApp(environment),
  statusService: createStatusService(environment),
  credentialManager: createCredentialManager(environment),
  walletBackend: createWalletBackend(environment),
  verifier: createVerifier(environment),
})

/** One message of a rehearsal. */
export interface OfflineMessage {
  readonly kind: ArtefactKind
  readonly text: string
}

/** A rehearsed exchange, and the id of the credential that came out of it. */
export interface OfflineExchange {
  readonly messages: readonly OfflineMessage[]
  readonly credentialId: string
}

/**
 * Every message of one exchange, made by the steps of the cast with nothing between them: no wire, no session, no
 * refusal. Each message is made from honest ones before it, so that one bent step shows in one message.
 */
export function runOfflineExchange(actors: Actors, session: Session, environment: ActorEnvironment): OfflineExchange {
  const { issuer, wallet, identityApp, statusService } = actors
  const honest = createIssuer(environment)
  const x5c = toX5c(wallet.certify(wallet.describe(session.nonce)))
  const attestation = wallet.signAttestation(wallet.attest(session.nonce, x5c))
  const sealed = wallet.encrypt(
    wallet.request(session, attestation, createCertificates(wallet, environment)),
    toObject(honest.metadata()),
  )
  const { credential, payload } = issueCredential(issuer, session, environment.keys.holder)
  const credentialId = String(payload.id)
  const delivered = toObject(honest.respond(session, {}, [credential]))

  const messages = [
    createMessage('issuer-config-request', identityApp.requestConfig(session)),
    createMessage('issuer-config-response', issuer.configure(session)),
    createMessage('offer', issuer.offer(session)),
    createMessage('metadata', issuer.metadata()),
    createMessage('nonce-response', issuer.nonce(session)),
    { kind: 'deeplink', text: wallet.link(sealed) } as const,
    createMessage('validation-request', identityApp.validate(session, sealed).body),
    createMessage(
      'validation-response',
      issuer.wrapResponse(protectResponse(issuer, issuer.respond(session, {}, [credential]), environment)),
    ),
    createMessage('callback', identityApp.writeCallback(delivered, [])),
    createMessage('jwks', issuer.keys()),
    { kind: 'status-token', text: statusService.sign(statusService.draft(credentialId, 'active')) } as const,
  ]
  return { messages, credentialId }
}

const createMessage = (kind: ArtefactKind, content: Writable): OfflineMessage => ({ kind, text: writeJson(content) })

const toObject = (content: Writable): JsonObject => (isObject(content) && !(content instanceof RawJson) ? content : {})
