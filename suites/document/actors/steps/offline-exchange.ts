import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import {
  isObject,
  type JsonObject,
  RawJson,
  readText,
  type Writable,
  writeJson,
} from '../../../../protocol/encoding/json.ts'
import type { Actors, Session } from '../../model/actors.ts'
import { createCredentialManager } from './credential-manager.ts'
import { toX5c } from './device.ts'
import type { ActorEnvironment } from './environment.ts'
import { createIdentityApp } from './identity-app.ts'
import { createIssuer, issueCredential, protectResponse } from './issuer.ts'
import { createStatusService } from './status-service.ts'
import { createVerifier } from './verifier.ts'
import { createCertificates, createWallet } from './wallet.ts'
import { createWalletBackend } from './wallet-backend.ts'

/** The reference actors in an environment. */
export const createReferenceActors = (environment: ActorEnvironment): Actors => ({
  issuer: createIssuer(environment),
  wallet: createWallet(environment),
  identityApp: createIdentityApp(environment),
  statusService: createStatusService(environment),
  credentialManager: createCredentialManager(environment),
  walletBackend: createWalletBackend(environment),
  verifier: createVerifier(environment),
})

/** One message of an offline exchange. */
export interface OfflineMessage {
  readonly kind: ArtefactKind
  readonly text: string
}

/** An offline exchange, and the id of its credential. */
export interface OfflineExchange {
  readonly messages: readonly OfflineMessage[]
  readonly credentialId: string
}

/**
 * Makes every message of one exchange by the steps of the actors alone: no transport, no session, no rejection. Each
 * message is made from valid ones before it, so that one faulty step shows in one message.
 */
export function runOfflineExchange(actors: Actors, session: Session, environment: ActorEnvironment): OfflineExchange {
  const { issuer, wallet, identityApp, statusService } = actors
  const reference = createIssuer(environment)
  const x5c = toX5c(wallet.certify(wallet.describe(session.nonce)))
  const attestation = wallet.signAttestation(wallet.attest(session.nonce, x5c))
  const sealed = wallet.encrypt(
    wallet.request(session, attestation, createCertificates(wallet, environment)),
    toObject(reference.metadata()),
  )
  const { credential, payload } = issueCredential(issuer, session, environment.keys.holder)
  const credentialId = readText(payload.id)
  const delivered = toObject(reference.respond(session, {}, [credential]))

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
