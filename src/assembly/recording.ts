import { dialectOf } from '../../suites/dialect.ts'
import { termsOf } from '../../suites/terms.ts'
import { answersUnder } from '../harness/answers.ts'
import type { Canary } from '../harness/canaries.ts'
import { textOf } from '../harness/open-places.ts'
import { program } from '../harness/program.ts'
import { type Recording, teller } from '../harness/record.ts'
import { secretKeeper } from '../harness/secrets.ts'
import { wordsFor } from '../harness/telling.ts'
import type { Located } from '../model/report.ts'
import type { Reason, RunReport } from '../model/run-report.ts'
import type { Settings } from '../model/settings.ts'
import { partsSaid } from '../model/wire.ts'
import { memberNames } from '../protocol/member-names.generated.ts'
import { openers } from './company.ts'
import { basesOf } from './places.ts'
import { words } from './words.ts'

/** What the record of a run may show, and what it must never: by what the run was told. */
export function recordingOf(settings: Settings): Recording {
  const { profile, given } = settings
  const { decide } = answersUnder({ profile, given })
  const bases = basesOf(settings)
  const urls = Object.values(termsOf(decide, bases).addresses).map(({ url }) => url)
  const { uri, parameter } = dialectOf(decide).deeplink
  const [secrets, own] = [secretKeeper(), secretKeeper()]
  own.learn(secretsOf(settings).map(({ text }) => text))
  secrets.learn([...secretsOf(settings).map(({ text }) => text), ...headersOf(settings)])
  return {
    keys: openers,
    words: wordsFor([...words, ...memberNames, ...sessions, parameter], [...Object.values(bases), ...urls, uri]),
    secrets,
    own,
    open: new Set(),
  }
}

/** What stands in the path of a call from outside: of what session it is. Those of probes are words by their form. */
const sessions: readonly string[] = ['s', ...program.map(({ session }) => session), 'probe-by-hand']

/** Whatever the settings hold that opens something, and whom it belongs to. */
export function* secretsOf({ accounts, targets }: Settings): Generator<Canary> {
  for (const { deviceId, uid, sessionToken } of accounts) {
    yield { kind: 'the device id of an account', text: deviceId }
    yield { kind: 'the uid of an account', text: uid }
    yield { kind: 'the session token of an account', text: sessionToken }
  }
  for (const { headers = {}, tls } of Object.values(targets)) {
    for (const [name, value] of Object.entries(headers)) {
      if (!opening.test(name)) continue
      for (const text of [value, ...value.split(' ')]) yield { kind: 'a header of a target', text }
    }
    if (tls?.passphrase !== undefined) yield { kind: 'the passphrase of a key', text: tls.passphrase }
  }
}

/** Names of header fields that open something. */
const opening = /auth|cookie|token|session|secret|key|dpop|pass|cred|sign/i

/** Every other header is shown nowhere, and is yet no secret: it may be a media type, of which a finding speaks. */
const headersOf = ({ targets }: Settings): readonly string[] =>
  Object.values(targets).flatMap(({ headers = {} }) =>
    Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
  )

/** Reasons that say how a session ended, and at which address. */
const ofSessions: readonly Reason['code'][] = ['lost', 'stopped']

/**
 * A report whose reasons tell no more of an address than the record does: a code or a holder may stand in its path. What
 * the run was told in confidence is told of no finding, wherever a target says it again.
 */
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
    results: report.results.map((result) => ({
      ...(isSaid(result) ? told(result) : result),
      findings: result.findings.map(confiding(recording)),
    })),
    verdict: { ...report.verdict, reasons },
  }
}

/** What was not seen because a session broke off says why it did, in the words of whoever broke it off. */
const isSaid = ({ reason = '' }: { readonly reason?: string }): boolean => partsSaid(reason)[1] !== ''

const confiding =
  ({ own }: Recording) =>
  (finding: Located): Located => {
    const hide = (text: string): string => (own?.isIn(text) ? textOf(text) : text)
    const { at, expected, actual, diagnosis } = finding
    const told = { at: hide(at), expected: hide(expected), actual: hide(actual) }
    return { ...finding, ...told, ...(diagnosis !== undefined && { diagnosis: hide(diagnosis) }) }
  }
