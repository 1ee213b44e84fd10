import holders from '../../fixtures/holders.json' with { type: 'json' }
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { dialectOf } from '../../suites/dialect.ts'
import { honestCast, rehearse } from '../actors/rehearsal.ts'
import { publicOf, type World, wishIn } from '../actors/world.ts'
import { type Article, type Dossier, judge } from '../harness/judge.ts'
import type { Play } from '../harness/prove.ts'
import { seeded } from '../harness/random.ts'
import { bend, type Deviation, type Session } from '../model/actors.ts'
import { answer, type Decide } from '../model/decision.ts'
import type { Setting } from '../model/fault.ts'
import { toPem } from '../protocol/jwk.ts'
import { open } from '../protocol/open.ts'

/** A time at which everything in the fixtures is valid. */
export const stageTime = 1_795_000_000

/** The session that is rehearsed: synthetic from end to end. */
export const session: Session = {
  deviceId: 'device-0001',
  uid: '000000000019',
  sessionToken: 'session-token-of-nobody',
  credentialIdentifier: '0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a',
  code: 'pre-authorised-code-0001',
  nonce: 'nonce-0001-0123456789abcdef',
  holder: holders.asha,
}

/** Answers under a setting. */
export const decideUnder =
  ({ under, given }: Setting): Decide =>
  (decision) =>
    answer(decision, under, given).value as keyof typeof decision.variants // an answer is one of the variants

/** A world in which honest parties speak as was decided. */
export function worldUnder(setting: Setting, seed: string): World {
  const dialect = dialectOf(decideUnder(setting))
  return {
    issuer: 'https://issuer.example',
    status: 'https://status.example',
    now: stageTime,
    dialect,
    keys,
    random: seeded(seed),
    responseEncryption: wishIn(dialect, {
      jwk: publicOf(keys.walletSeal),
      enc: 'A256GCM',
      zip: 'DEF',
      ...setting.asks,
    }),
    announced: { nonce: 'https://issuer.example/nonce', credential: 'https://issuer.example/credential/validate' },
    codePresented: 'nowhere',
    token: { header: 'Authorization', format: 'bearer' },
    validations: () => [],
  }
}

/** What a rehearsal with this deviation leaves behind. */
export function stage(deviation: Deviation, setting: Setting, seed = 'assay'): Dossier {
  const world = worldUnder(setting, seed)
  const { scripts, credentialId } = rehearse(bend(honestCast(world), deviation), session, world)
  const secrets = [keys.issuerSeal, keys.walletSeal, keys.walletSealEc]
  return {
    // The deeplink and the validation request carry the same message: it is opened once.
    exhibits: scripts.flatMap(({ kind, text }) =>
      kind === 'deeplink' ? open(kind, text).slice(0, 1) : open(kind, text, secrets),
    ),
    known: {
      now: world.now,
      jwks: { keys: [keys.issuer, keys.issuerNext].map(publicOf) },
      keys: secrets,
      nonce: session.nonce,
      issuer: world.issuer,
      statusBase: world.status,
      credentialId,
      anchors: [toPem(keys.root)],
      responseEncryption: world.responseEncryption,
    },
  }
}

/** Rehearses and judges. */
export const playOn =
  (articles: readonly Article[], seed?: string): Play =>
  (deviation, setting) =>
    judge(articles, stage(deviation, setting, seed), decideUnder(setting))
