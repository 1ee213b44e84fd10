import type { Cast, Session } from '../model/actors.ts'
import type { Kind } from '../protocol/evidence.ts'
import { isObject, type JsonObject, RawJson, type Writable, writeJson } from '../protocol/json.ts'
import { honestCredentialManager } from './credential-manager.ts'
import { toX5c } from './device.ts'
import { honestIdentityApp } from './identity-app.ts'
import { honestIssuer, issue, seal } from './issuer.ts'
import { honestStatusService } from './status-service.ts'
import { honestVerifier } from './verifier.ts'
import { certificatesOf, honestWallet } from './wallet.ts'
import { honestWalletBackend } from './wallet-backend.ts'
import type { World } from './world.ts'

/** The honest cast in a world. */
export const honestCast = (world: World): Cast => ({
  issuer: honestIssuer(world),
  wallet: honestWallet(world),
  identityApp: honestIdentityApp(world),
  statusService: honestStatusService(world),
  credentialManager: honestCredentialManager(world),
  walletBackend: honestWalletBackend(world),
  verifier: honestVerifier(world),
})

/** One message of a rehearsal. */
export interface Script {
  readonly kind: Kind
  readonly text: string
}

/** A rehearsed exchange, and the id of the credential that came out of it. */
export interface Rehearsal {
  readonly scripts: readonly Script[]
  readonly credentialId: string
}

/**
 * Every message of one exchange, made by the steps of the cast with nothing between them: no wire, no session, no
 * refusal. Each message is made from honest ones before it, so that one bent step shows in one message.
 */
export function rehearse(cast: Cast, session: Session, world: World): Rehearsal {
  const { issuer, wallet, identityApp, statusService } = cast
  const honest = honestIssuer(world)
  const x5c = toX5c(wallet.certify(wallet.describe(session.nonce)))
  const attestation = wallet.signAttestation(wallet.attest(session.nonce, x5c))
  const sealed = wallet.encrypt(
    wallet.request(session, attestation, certificatesOf(wallet, world)),
    asObject(honest.metadata()),
  )
  const { credential, payload } = issue(issuer, session, world.keys.holder)
  const credentialId = String(payload.id)
  const delivered = asObject(honest.respond(session, {}, [credential]))

  const scripts = [
    script('issuer-config-request', identityApp.ask(session)),
    script('issuer-config-response', issuer.configure(session)),
    script('offer', issuer.offer(session)),
    script('metadata', issuer.metadata()),
    script('nonce-response', issuer.nonce(session)),
    { kind: 'deeplink', text: wallet.link(sealed) } as const,
    script('validation-request', identityApp.validate(session, sealed).body),
    script('validation-response', issuer.answer(seal(issuer, issuer.respond(session, {}, [credential]), world))),
    script('callback', identityApp.callBack(delivered, [])),
    script('jwks', issuer.keys()),
    { kind: 'status-token', text: statusService.seal(statusService.draft(credentialId, 'active')) } as const,
  ]
  return { scripts, credentialId }
}

const script = (kind: Kind, content: Writable): Script => ({ kind, text: writeJson(content) })

const asObject = (content: Writable): JsonObject => (isObject(content) && !(content instanceof RawJson) ? content : {})
