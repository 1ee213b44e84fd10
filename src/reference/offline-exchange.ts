import holders from '../../fixtures/holders.json' with { type: 'json' }
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { type ActorMutation, mutateActors, type Session } from '../../model/actors.ts'
import { answerDecision, type Decide } from '../../model/decision.ts'
import type { FaultSettings } from '../../model/fault.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import { toPem } from '../../protocol/jose/jwk.ts'
import { deriveConventions } from '../../suites/kit/conventions.ts'
import { type ActorEnvironment, placeAlgorithm, toPublicKey } from '../actors/steps/environment.ts'
import { createReferenceActors, runOfflineExchange } from '../actors/steps/offline-exchange.ts'
import { createJudgeInput, type JudgeInput } from '../judge/judge.ts'
import { createRandom } from '../runtime/random.ts'

/** A time at which everything in the fixtures is valid. */
export const fixtureTime = 1_795_000_000

/** The session that is rehearsed: synthetic from end to end. */
export const fixtureSession: Session = {
  deviceId: 'device-0001',
  uid: '000000000019',
  sessionToken: 'session-token-of-nobody',
  credentialIdentifier: '0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a',
  code: 'pre-authorised-code-0001',
  nonce: 'nonce-0001-0123456789abcdef',
  holder: holders.asha,
}

/** Answers under a setting. */
export const createDecide =
  ({ profile, decisions }: FaultSettings): Decide =>
  (decision) =>
    answerDecision(decision, profile, decisions).value as keyof typeof decision.answers // an answer is one of the variants

/** A world in which honest parties speak as was decided. */
export function createEnvironment(settings: FaultSettings, seed: string): ActorEnvironment {
  const dialect = deriveConventions(createDecide(settings))
  return {
    issuer: 'https://issuer.example',
    status: 'https://status.example',
    now: fixtureTime,
    dialect,
    keys,
    random: createRandom(seed),
    responseEncryption: placeAlgorithm(dialect, {
      jwk: toPublicKey(keys.walletSeal),
      enc: 'A256GCM',
      zip: 'DEF',
      ...settings.responseEncryption,
    }),
    announced: { nonce: 'https://issuer.example/nonce', credential: 'https://issuer.example/credential/validate' },
    codePresented: 'nowhere',
    token: { header: 'Authorization', format: 'bearer' },
    refusals: () => () => [],
  }
}

/** What a rehearsal with this deviation leaves behind. */
export function runOffline(mutation: ActorMutation, settings: FaultSettings, seed = 'assay'): JudgeInput {
  const environment = createEnvironment(settings, seed)
  const { messages, credentialId } = runOfflineExchange(
    mutateActors(createReferenceActors(environment), mutation),
    fixtureSession,
    environment,
  )
  const secrets = [keys.issuerSeal, keys.walletSeal, keys.walletSealEc]
  // The deeplink and the validation request carry the same message: it is opened once.
  const artefacts = messages.flatMap(({ kind, text }) =>
    kind === 'deeplink' ? openArtefact(kind, text).slice(0, 1) : openArtefact(kind, text, secrets),
  )
  return createJudgeInput(artefacts, {
    now: environment.now,
    jwks: { keys: [keys.issuer, keys.issuerNext].map(toPublicKey) },
    keys: secrets,
    nonce: fixtureSession.nonce,
    issuer: environment.issuer,
    statusBase: environment.status,
    credentialId,
    anchors: [toPem(keys.root)],
    responseEncryption: environment.responseEncryption,
  })
}
