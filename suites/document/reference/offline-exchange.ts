import holders from '../../../fixtures/holders.json' with { type: 'json' }
import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { answerDecision, type Decide } from '../../../model/decision.ts'
import { openArtefact } from '../../../protocol/artefacts/open.ts'
import { toPem } from '../../../protocol/jose/jwk.ts'
import { createJudgeInput, type JudgeInput } from '../../../src/judge/judge.ts'
import { createRandom } from '../../../src/runtime/random.ts'
import {
  type ActorEnvironment,
  type Keyring,
  listIssuerSeals,
  listWalletSeals,
  placeAlgorithm,
  toPublicKey,
} from '../actors/steps/environment.ts'
import { createReferenceActors, runOfflineExchange } from '../actors/steps/offline-exchange.ts'
import { deriveConventions } from '../kit/conventions.ts'
import { type ActorMutation, mutateActors, type Session } from '../model/actors.ts'
import type { FaultSettings } from '../model/fault.ts'
import type { DrawnParties } from './drawn-parties.ts'

/** A time at which everything in the fixtures is valid. */
export const fixtureTime = 1_795_000_000

/** The session of every offline exchange. All of its values are synthetic. */
export const fixtureSession: Session = {
  deviceId: 'device-0001',
  uid: '000000000019',
  sessionToken: 'session-token-of-nobody',
  credentialIdentifier: '0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a',
  code: 'pre-authorised-code-0001',
  nonce: 'nonce-0001-0123456789abcdef',
  holder: holders.asha,
}

/** Creates the function that answers decisions under some settings. */
export const createDecide =
  ({ profile, decisions }: FaultSettings): Decide =>
  (decision) =>
    answerDecision(decision, profile, decisions).value as keyof typeof decision.answers // answers in settings are valid

/** Who takes part in an offline exchange. */
export interface OfflineParties {
  readonly keys: Keyring
  readonly issuer: string
  readonly status: string
  readonly session: Session
  /** When it is, in seconds since 1970; at the time of the fixtures, unless it is said. */
  readonly now?: number
}

export const fixtureParties: OfflineParties = {
  keys,
  issuer: 'https://issuer.example',
  status: 'https://status.example',
  session: fixtureSession,
}

/** Parties that were drawn, in a session of the first account. */
export const toOfflineParties = ({ keys, accounts: [account], addresses }: DrawnParties): OfflineParties => ({
  keys,
  issuer: addresses.issuer,
  status: addresses['status-service'],
  session: { ...fixtureSession, ...account },
})

/** Creates the environment of reference actors under some settings. */
export function createEnvironment(
  settings: FaultSettings,
  seed: string,
  { keys, issuer, status, now = fixtureTime }: OfflineParties = fixtureParties,
): ActorEnvironment {
  const dialect = deriveConventions(createDecide(settings))
  const at = (path: string): string => `${issuer}${path}`
  return {
    issuer,
    status,
    now,
    dialect,
    keys,
    random: createRandom(seed),
    responseEncryption: placeAlgorithm(dialect, {
      jwk: toPublicKey(keys.walletSeal),
      enc: 'A256GCM',
      zip: 'DEF',
      ...settings.responseEncryption,
    }),
    announced: { nonce: at('/nonce'), credential: at('/credential/validate') },
    codePresented: 'nowhere',
    token: { header: 'Authorization', format: 'bearer' },
    refusals: () => () => [],
  }
}

/** Runs an exchange with a mutation, without a network, and returns its artefacts. */
export function runOffline(
  mutation: ActorMutation,
  settings: FaultSettings,
  seed = 'assay',
  parties = fixtureParties,
): JudgeInput {
  const { keys, session } = parties
  const environment = createEnvironment(settings, seed, parties)
  const { messages, credentialId } = runOfflineExchange(
    mutateActors(createReferenceActors(environment), mutation),
    { configurationId: environment.dialect.configurationId, ...session },
    environment,
  )
  const privateKeys = [...listIssuerSeals(keys), ...listWalletSeals(keys)]
  // The deeplink and the validation request carry the same message: it is opened once.
  const artefacts = messages.flatMap(({ kind, text }) =>
    kind === 'deeplink' ? openArtefact(kind, text).slice(0, 1) : openArtefact(kind, text, privateKeys),
  )
  return createJudgeInput(artefacts, {
    now: environment.now,
    jwks: { keys: [keys.issuer, keys.issuerNext].map(toPublicKey) },
    keys: privateKeys,
    nonce: session.nonce,
    issuer: environment.issuer,
    statusBase: environment.status,
    credentialId,
    anchors: [toPem(keys.root)],
    responseEncryption: environment.responseEncryption,
  })
}
