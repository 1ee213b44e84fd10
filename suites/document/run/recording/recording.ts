import holders from '../../../../fixtures/holders.json' with { type: 'json' }
import keys from '../../../../fixtures/keys.json' with { type: 'json' }
import type { ProbeResult } from '../../../../model/probe.ts'
import type { LocatedFinding } from '../../../../model/report.ts'
import type { RunReport, VerdictReason } from '../../../../model/run-report.ts'
import type { Settings } from '../../../../model/settings.ts'
import { splitTargetWords } from '../../../../model/wire.ts'
import { memberNames } from '../../../../protocol/artefacts/member-names.generated.ts'
import { createDecider } from '../../../../src/judge/decisions.ts'
import type { PrivateText } from '../../../../src/privacy/find-leaks.ts'
import { createMarker } from '../../../../src/privacy/marks.ts'
import { describeText } from '../../../../src/privacy/public-places.ts'
import { publicWords } from '../../../../src/privacy/public-words.ts'
import { createSentenceRedactor, type RecorderOptions } from '../../../../src/privacy/redact-message.ts'
import { collectPublicWords } from '../../../../src/privacy/redaction-context.ts'
import { createSecretStore } from '../../../../src/privacy/secret-store.ts'
import type { WatchedRun } from '../../../../src/privacy/watch-for-leaks.ts'
import { createRandom, drawOctets } from '../../../../src/runtime/random.ts'
import { deriveConventions } from '../../kit/conventions.ts'
import { deriveTerms } from '../../kit/terms.ts'
import { sessionPlan } from '../../model/session-plan.ts'
import { decryptionKeys } from '../../reference/actors.ts'
import { probeMessageSession } from '../probes/session-names.ts'
import { listTargetRoles } from '../roles.ts'
import { listBaseUrls } from '../routes/addresses.ts'

/** Creates the options of a recorder from the settings: the texts that it may show, and those that it must not. */
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
      [...publicWords, ...memberNames, ...sessionWords, ...ownNames, parameter],
      [...showParts([...Object.values(bases), ...urls], settings), uri],
    ),
    secrets,
    own,
    mark: createMarker(chooseMarkKey(settings)),
    open: new Set(),
    targets: listTargetRoles(settings),
    unknownToTargets: new Set(),
  }
}

/**
 * The key of the marks of one record. It is drawn and never written, so that a reader can try no value. Reference actors by
 * themselves have the same record under the same seed: there, the key depends on the accounts, which are as private as it is.
 */
const chooseMarkKey = ({ targets, seed, accounts }: Settings): Uint8Array =>
  Object.keys(targets).length > 0 ? drawOctets(32) : createRandom(JSON.stringify(['marks', seed, accounts]))(32)

/** Addresses of which every part may be shown: without those that only the value of a variable has. */
function showParts(urls: readonly string[], { shownAddresses = {} }: Settings): readonly string[] {
  const hidden = Object.entries(shownAddresses)
  return urls.map((url) => {
    const [address, shown] = hidden.find(([each]) => url.startsWith(each)) ?? ['', '']
    return `${shown.includes('${') ? shown.replaceAll(/[^/:]*\$\{[^}]*\}[^/:]*/g, '') : shown.replace('…', '')}${url.slice(address.length)}`
  })
}

/** The key ids of the reference actors, and the configuration that their issuer offers. */
const ownNames: readonly string[] = [
  ...Object.values<Readonly<Record<string, string>>>(keys).flatMap(({ kid }) => kid ?? []),
  'identity_credential',
]

/** The session names in the paths of calls from targets. Those of probes are recognised by their form. */
const sessionWords: readonly string[] = ['s', ...sessionPlan.map(({ session }) => session), probeMessageSession]

/** Lists what is private before the first message: the secrets in the settings, and the keys and claims of reference actors. */
export const listPrivate = (settings: Settings): Pick<WatchedRun, 'configured' | 'invented'> => ({
  configured: [...listSecrets(settings)],
  invented: [...listOwnKeys(), ...listOwnClaims()],
})

const listOwnKeys = (): readonly PrivateText[] =>
  Object.values<Readonly<Record<string, string>>>(keys).flatMap((key) =>
    ['d', 'p', 'q', 'dp', 'dq', 'qi'].flatMap((name) => {
      const text = key[name] ?? ''
      return [text, Buffer.from(text, 'base64url').toString('hex')].map((each) => ({
        kind: 'a private key',
        text: each,
      }))
    }),
  )

const listOwnClaims = (): readonly PrivateText[] =>
  Object.values(holders).flatMap((holder) =>
    Object.values(holder).flatMap((text) => (typeof text === 'string' ? { kind: 'a claim of a holder', text } : [])),
  )

/** Lists the secrets in the settings, with what each of them is. */
function* listSecrets({ accounts, targets }: Settings): Generator<PrivateText> {
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

/** Names of header fields with secret values. */
const secretHeaders = /auth|cookie|token|session|secret|key|dpop|pass|cred|sign/i

/** Lists the values of all header fields. Records hide them, but findings may show them: one may be a media type. */
const listHeaderValues = ({ targets }: Settings): readonly string[] =>
  Object.values(targets).flatMap(({ headers = {} }) =>
    Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
  )

/** Reasons that contain the end of a session and an address. */
const sessionReasons: readonly VerdictReason['code'][] = ['unavailable', 'stopped']

/**
 * Redacts the reasons of a report like the record: a path may contain a code or a `uid`. Secrets of the settings are
 * removed from findings as well, in case a target repeats them.
 */
export function redactReasons(report: RunReport, recording: RecorderOptions): RunReport {
  const redact = createSentenceRedactor(recording)
  const redactReason = <T extends { readonly reason?: string }>(each: T): T =>
    each.reason === undefined ? each : { ...each, reason: redact(each.reason) }
  const reasons = report.verdict.reasons.map((reason) =>
    sessionReasons.includes(reason.code) ? { ...reason, text: redact(reason.text) } : reason,
  )
  return {
    ...report,
    sessions: report.sessions.map(redactReason),
    probes: report.probes.map((probe) => redactCommand(redactReason(probe), recording)),
    results: report.results.map((result) => ({
      ...(hasTargetWords(result) ? redactReason(result) : result),
      findings: result.findings.map(createFindingRedactor(recording)),
    })),
    verdict: { ...report.verdict, reasons },
  }
}

/** Removes the body from a command line, if it contains a private value: the record says which message it was. */
function redactCommand(probe: ProbeResult, { secrets, own }: RecorderOptions): ProbeResult {
  const { reproduce } = probe
  if (reproduce === undefined) return probe
  if (!secrets.isRevealedBy(reproduce) && own?.isRevealedBy(reproduce) !== true) return probe
  return { ...probe, reproduce: reproduce.replace(/ -d '.*' /s, ' -d @message.json ') }
}

/** Whether the reason of a result contains words of a target: those that ended a session. */
const hasTargetWords = ({ reason = '' }: { readonly reason?: string }): boolean => splitTargetWords(reason)[1] !== ''

/** Creates a function that hides secrets of the settings in a finding. */
export const createFindingRedactor =
  ({ own }: RecorderOptions) =>
  (finding: LocatedFinding): LocatedFinding => {
    const hide = (text: string): string => (own?.isRevealedBy(text) ? describeText(text) : text)
    const { at, expected, actual, diagnosis } = finding
    const redacted = { at: hide(at), expected: hide(expected), actual: hide(actual) }
    return { ...finding, ...redacted, ...(diagnosis !== undefined && { diagnosis: hide(diagnosis) }) }
  }
