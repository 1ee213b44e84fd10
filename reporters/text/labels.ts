import type { Outcome } from '../../model/report.ts'
import type { RunVerdict, VerdictReason } from '../../model/run-report.ts'
import type { TransportErrorKind } from '../../model/wire.ts'
import type { Style } from './paint.ts'

/** Outcomes as people read them. Machines read the ids. */
export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  failed: 'failed',
  harnessError: 'harness error',
  cantTell: 'inconclusive',
  passed: 'passed',
  passedNonStrict: 'passed (lenient)',
  untested: 'not tested',
  inapplicable: 'not applicable',
}

/** Verdicts as people read them. */
export const verdictLabels: Readonly<Record<RunVerdict, string>> = {
  conformant: 'PASSED',
  nonconformant: 'FAILED',
  unsafe: 'NOT READY TO GO LIVE',
  inconclusive: 'INCONCLUSIVE',
  unavailable: 'TARGET UNAVAILABLE',
  harnessError: 'HARNESS ERROR',
  interrupted: 'INTERRUPTED',
}

/** Colours of verdicts on a terminal. */
export const verdictStyles: Readonly<Record<RunVerdict, Style>> = {
  conformant: 'good',
  nonconformant: 'bad',
  unsafe: 'bad',
  inconclusive: 'doubt',
  unavailable: 'bad',
  harnessError: 'bad',
  interrupted: 'doubt',
}

/** Reasons that do not change a verdict. */
export const provisionalReasons: readonly VerdictReason['code'][] = [
  'expired',
  'unprobed',
  'plan',
  'partial',
  'defaults',
  'privacy',
]

/** What to do about a message that did not arrive. */
export const transportErrorHints: Readonly<Record<TransportErrorKind, string>> = {
  configuration: 'correct the configuration',
  unreachable: 'start the target or correct its address',
  tls: 'correct the certificate of the target, or configure its CA',
  timeout: 'find out why the target does not respond, or raise the timeout',
  protocol: 'check the log of the target: it returned no valid response',
  interrupted: 'run again',
}

/** Endpoints of the document as people read them. */
const endpointLabels: Readonly<Record<string, string>> = {
  issuerConfig: 'Issuer Config',
  offerPush: 'offer push',
  offer: 'offer',
  issuerMetadata: 'issuer metadata',
  nonce: 'nonce',
  deeplink: 'deeplink',
  validate: 'validation',
  walletCallback: 'wallet callback',
  jwks: 'JWKS',
  status: 'status',
  presentation: 'presentation',
  other: 'another address',
}

/** An endpoint as people read it: those of standards are called as their metadata calls them. */
export const describeEndpoint = (endpoint: string): string =>
  (Object.hasOwn(endpointLabels, endpoint) ? endpointLabels[endpoint] : undefined) ?? endpoint.replaceAll(/[_-]/g, ' ')
