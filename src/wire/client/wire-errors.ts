import { TransportError } from '../../../model/errors.ts'
import type { TransportErrorKind } from '../../../model/wire.ts'
import { type CallPlace, withSettingName } from './call-place.ts'
import { getErrorCode } from './error-code.ts'
import { caps } from './limits.ts'
import { explainTlsError } from './tls-errors.ts'

interface Cause {
  readonly kind: TransportErrorKind
  readonly text: (place: CallPlace) => string
}

/** What is said when a message points where no message may point. */
export const describePrivateAddress = ({ nameSetting: named }: CallPlace): string =>
  `the message points to a private address${withSettingName(named('allowPrivate'), (name) => `, which only ${name} would allow`)}`

const unreachable = (text: string): Cause => ({ kind: 'unreachable', text: () => text })
const protocol = (text: string): Cause => ({ kind: 'protocol', text: () => text })
const configuration = (text: string): Cause => ({ kind: 'configuration', text: () => text })

const unresolved = unreachable('the name of the host cannot be resolved')
const noRoute = unreachable('no way leads to the host')
const hungUp: Cause = { kind: 'unreachable', text: describeEarlyClose }
const notHttp = protocol('the answer is not HTTP')
const late: Cause = { kind: 'timeout', text: () => 'no connection in time' }
const closed: Cause = { kind: 'interrupted', text: () => 'the transport was closed' }

/** What each code of an error means before the header of an answer has come. */
const causes = new Map<string, Cause>([
  ['ECONNREFUSED', unreachable('nothing listens there')],
  ['ENOTFOUND', unresolved],
  ['EAI_AGAIN', unresolved],
  ['EHOSTUNREACH', noRoute],
  ['ENETUNREACH', noRoute],
  ['EADDRNOTAVAIL', noRoute],
  ['ECONNRESET', hungUp],
  ['EPIPE', hungUp],
  ['UND_ERR_SOCKET', hungUp],
  ['UND_ERR_PRX_CONN', unreachable('the proxy closed the connection')],
  ['UND_ERR_ABORTED', unreachable('the proxy opened no way to the host')],
  ['ETIMEDOUT', late],
  ['UND_ERR_CONNECT_TIMEOUT', late],
  ['HTTPParserError', notHttp],
  ['UND_ERR_HEADERS_OVERFLOW', protocol(`the header of the answer is longer than ${caps.header} octets`)],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', protocol('the body is not as long as its Content-Length says')],
  ['ERR_IP_BLOCKED', { kind: 'configuration', text: describePrivateAddress }],
  ['UND_ERR_INVALID_ARG', configuration('its method, URL or header is not HTTP, or a proxy wants a password')],
  ['UND_ERR_NOT_SUPPORTED', configuration('it has a header field that cannot be sent')],
  ['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', configuration('its Content-Length is not that of its body')],
  ['UND_ERR_DESTROYED', closed],
  ['UND_ERR_CLOSED', closed],
])

/** Beginnings of codes that come in families. */
const families: readonly (readonly [start: string, cause: Cause])[] = [
  ['HPE_', notHttp],
  ['ERR_HTTP2_', protocol('the answer is not HTTP/2')],
]

/** Many servers close a connection without an alert if a client certificate is missing or wrong. */
function describeEarlyClose({ secure, nameSetting: named }: CallPlace): string {
  const certificate = withSettingName(
    named('tls.cert'),
    (cert) => `; if a client certificate is wanted, it is that of ${cert}`,
  )
  return `the connection was closed before an answer${secure ? certificate : ''}`
}

/** Where in a call an error came up: before the header of its answer, or in the body after it. */
export type CallPhase = 'header' | 'body'

/** An error as a loss, by its code. One without a code is a defect of ours, and is handed back as it is. */
export function toWireError(error: unknown, place: CallPlace, phase: CallPhase): unknown {
  if (error instanceof TransportError)
    return new TransportError(error.kind, `${place.label}: ${error.message}`, { cause: error })
  const code = getErrorCode(error)
  if (code === undefined) return error
  const { kind, text } = findCause(code, phase)
  return new TransportError(kind, `${place.label}: ${text(place)}`, { cause: error })
}

function findCause(code: string, phase: CallPhase): Cause {
  const text = explainTlsError(code)
  if (text !== undefined) return { kind: 'tls', text }
  const cause = causes.get(code) ?? families.find(([start]) => code.startsWith(start))?.[1]
  if (phase === 'header') return cause ?? unreachable(`the call failed (${code})`)
  return cause === undefined || cause.kind === 'unreachable' ? protocol('the connection ended in the body') : cause
}
