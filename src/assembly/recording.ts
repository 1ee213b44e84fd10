import { dialectOf } from '../../suites/dialect.ts'
import { termsOf } from '../../suites/terms.ts'
import { answersUnder } from '../harness/answers.ts'
import type { Canary } from '../harness/canaries.ts'
import { program } from '../harness/program.ts'
import { type Recording, teller } from '../harness/record.ts'
import { remembering } from '../harness/secrets.ts'
import { wordsFor } from '../harness/telling.ts'
import type { Reason, RunReport } from '../model/run-report.ts'
import type { Settings } from '../model/settings.ts'
import { memberNames } from '../protocol/member-names.generated.ts'
import { openers } from './company.ts'
import { basesOf } from './stage.ts'
import { words } from './words.ts'

/** What the record of a run may show, and what it must never: by what the run was told. */
export function recordingOf(settings: Settings): Recording {
  const { profile, given } = settings
  const { decide } = answersUnder({ profile, given })
  const bases = basesOf(settings)
  const urls = Object.values(termsOf(decide, bases).addresses).map(({ url }) => url)
  const { uri, parameter } = dialectOf(decide).deeplink
  const secrets = remembering()
  secrets.learn(secretsOf(settings).map(({ text }) => text))
  return {
    keys: openers,
    words: wordsFor([...words, ...memberNames, ...sessions(), parameter], [...Object.values(bases), ...urls, uri]),
    secrets,
    open: new Set(),
  }
}

/** What stands in the path of a call from outside: of what session it is. */
function* sessions(): Generator<string> {
  yield* ['s', ...program.map(({ session }) => session), 'probe-by-hand']
  for (let i = 1; i <= 2_000; i++) yield `probe-${i}`
}

/** Whatever the settings hold that opens something, and whom it belongs to. */
export function* secretsOf({ accounts, targets }: Settings): Generator<Canary> {
  for (const { deviceId, uid, sessionToken } of accounts) {
    yield { kind: 'the device id of an account', text: deviceId }
    yield { kind: 'the uid of an account', text: uid }
    yield { kind: 'the session token of an account', text: sessionToken }
  }
  for (const { headers = {}, tls } of Object.values(targets)) {
    for (const value of Object.values(headers)) {
      for (const text of [value, ...value.split(' ')]) yield { kind: 'a header of a target', text }
    }
    if (tls?.passphrase !== undefined) yield { kind: 'the passphrase of a key', text: tls.passphrase }
  }
}

/** Reasons that say how a session ended, and at which address. */
const ofSessions: readonly Reason['code'][] = ['lost', 'stopped']

/** A report whose reasons tell no more of an address than the record does: a code or a holder may stand in its path. */
export function reasonsTold(report: RunReport, recording: Recording): RunReport {
  const tell = teller(recording)
  const told = <T extends { readonly reason?: string }>(each: T): T =>
    each.reason === undefined ? each : { ...each, reason: tell(each.reason) }
  const reasons = report.verdict.reasons.map((reason) =>
    ofSessions.includes(reason.code) ? { ...reason, text: tell(reason.text) } : reason,
  )
  return {
    ...report,
    sessions: report.sessions.map(told),
    probes: report.probes.map(told),
    verdict: { ...report.verdict, reasons },
  }
}
