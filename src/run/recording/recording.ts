import type { LocatedFinding } from '../../../model/report.ts'
import type { RunReport, VerdictReason } from '../../../model/run-report.ts'
import { sessionPlan } from '../../../model/session-plan.ts'
import type { Settings } from '../../../model/settings.ts'
import { splitTargetWords } from '../../../model/wire.ts'
import { memberNames } from '../../../protocol/artefacts/member-names.generated.ts'
import { deriveConventions } from '../../../suites/kit/conventions.ts'
import { deriveTerms } from '../../../suites/kit/terms.ts'
import { createDecider } from '../../judge/decisions.ts'
import type { PrivateText } from '../../privacy/find-leaks.ts'
import { describeText } from '../../privacy/public-places.ts'
import { publicWords } from '../../privacy/public-words.ts'
import { createSentenceRedactor, type RecorderOptions } from '../../privacy/redact-message.ts'
import { collectPublicWords } from '../../privacy/redaction-context.ts'
import { createSecretStore } from '../../privacy/secret-store.ts'
import { decryptionKeys } from '../../reference/actors.ts'
import { listBaseUrls } from '../routes/addresses.ts'

/** What the record of a run may show, and what it must never: by what the run was told. */
export function createRecording(settings: Settings): RecorderOptions {
  const { profile, decisions } = settings
  const { decide } = createDecider({ profile, decisions })
  const bases = listBaseUrls(settings)
  const urls = Object.values(deriveTerms(decide, bases).addresses).map(({ url }) => url)
  const { uri, parameter } = deriveConventions(decide).deeplink
  const [secrets, own] = [createSecretStore(), createSecretStore()]
  own.add(listSecrets(settings).map(({ text }) => text))
  secrets.add([...listSecrets(settings).map(({ text }) => text), ...listHeaderValues(settings)])
  return {
    keys: decryptionKeys,
    words: collectPublicWords(
      [...publicWords, ...memberNames, ...sessionWords, parameter],
      [...Object.values(bases), ...urls, uri],
    ),
    secrets,
    own,
    open: new Set(),
  }
}

/** What stands in the path of a call from outside: of what session it is. Those of probes are words by their form. */
const sessionWords: readonly string[] = ['s', ...sessionPlan.map(({ session }) => session), 'probe-by-hand']

/** Whatever the settings hold that opens something, and whom it belongs to. */
export function* listSecrets({ accounts, targets }: Settings): Generator<PrivateText> {
  for (const { deviceId, uid, sessionToken } of accounts) {
    yield { kind: 'the device id of an account', text: deviceId }
    yield { kind: 'the uid of an account', text: uid }
    yield { kind: 'the session token of an account', text: sessionToken }
  }
  for (const { headers = {}, tls } of Object.values(targets)) {
    for (const [name, value] of Object.entries(headers)) {
      if (!secretHeaders.test(name)) continue
      for (const text of [value, ...value.split(' ')]) yield { kind: 'a header of a target', text }
    }
    if (tls?.passphrase !== undefined) yield { kind: 'the passphrase of a key', text: tls.passphrase }
  }
}

/** Names of header fields that open something. */
const secretHeaders = /auth|cookie|token|session|secret|key|dpop|pass|cred|sign/i

/** Every other header is shown nowhere, and is yet no secret: it may be a media type, of which a finding speaks. */
const listHeaderValues = ({ targets }: Settings): readonly string[] =>
  Object.values(targets).flatMap(({ headers = {} }) =>
    Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
  )

/** Reasons that say how a session ended, and at which address. */
const sessionReasons: readonly VerdictReason['code'][] = ['unavailable', 'stopped']

/**
 * A report whose reasons tell no more of an address than the record does: a code or a holder may stand in its path. What
 * the run was told in confidence is told of no finding, wherever a target says it again.
 */
export function redactReasons(report: RunReport, recording: RecorderOptions): RunReport {
  const tell = createSentenceRedactor(recording)
  const told = <T extends { readonly reason?: string }>(each: T): T =>
    each.reason === undefined ? each : { ...each, reason: tell(each.reason) }
  const reasons = report.verdict.reasons.map((reason) =>
    sessionReasons.includes(reason.code) ? { ...reason, text: tell(reason.text) } : reason,
  )
  return {
    ...report,
    sessions: report.sessions.map(told),
    probes: report.probes.map(told),
    results: report.results.map((result) => ({
      ...(hasTargetWords(result) ? told(result) : result),
      findings: result.findings.map(createFindingRedactor(recording)),
    })),
    verdict: { ...report.verdict, reasons },
  }
}

/** What was not seen because a session broke off says why it did, in the words of whoever broke it off. */
const hasTargetWords = ({ reason = '' }: { readonly reason?: string }): boolean => splitTargetWords(reason)[1] !== ''

const createFindingRedactor =
  ({ own }: RecorderOptions) =>
  (finding: LocatedFinding): LocatedFinding => {
    const hide = (text: string): string => (own?.isRevealedBy(text) ? describeText(text) : text)
    const { at, expected, actual, diagnosis } = finding
    const told = { at: hide(at), expected: hide(expected), actual: hide(actual) }
    return { ...finding, ...told, ...(diagnosis !== undefined && { diagnosis: hide(diagnosis) }) }
  }
