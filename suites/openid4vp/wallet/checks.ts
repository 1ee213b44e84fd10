import type { PresentationCall, PresentationSession } from '../../../model/openid4vp/presentation-session.ts'
import { readDeeplink } from '../../../protocol/artefacts/deeplink.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { readParameters } from '../../../protocol/openid4vp/parameters.ts'
import type { SessionResult } from '../../openid4vci/session-checks.ts'
import { VPWALLET } from './requirements.ts'

/** The calls at one of these places. */
export const listCallsAt = (
  { calls }: Pick<PresentationSession, 'calls'>,
  ...places: readonly PresentationCall['place'][]
): readonly PresentationCall[] => calls.filter(({ place }) => places.includes(place))

/** Whether a response presents something: whether it has a VP Token, or what cannot be opened. */
export function isPresentation(session: PresentationSession, call: PresentationCall): boolean {
  const content: JsonObject = session.read(call)
  return content.error === undefined && (content.vp_token !== undefined || content.response !== undefined)
}

/** The codes of the errors that a wallet sent. */
export const listErrors = (session: PresentationSession): readonly unknown[] =>
  listCallsAt(session, 'response', 'elsewhere').flatMap((call) => session.read(call).error ?? [])

/** Judges how a request object was fetched. */
export function* checkPresentationSession(session: PresentationSession): Generator<SessionResult> {
  const methods = [...new Set(listCallsAt(session, 'request').map(({ request }) => request.method))]
  if (methods.length === 0) return
  const { request_uri_method: wanted } = readParameters(readDeeplink(session.link).parameters)
  const allowed = wanted === 'post' ? ['GET', 'POST'] : ['GET']
  const isGood = methods.some((method) => allowed.includes(method))
  const row = VPWALLET.FETCH
  yield isGood ? { row } : { row, problem: `the request object is asked for by ${methods.join(', ')}` }
}

/** Judges the errors of a wallet about a request with one cause. */
export function* checkErrors(session: PresentationSession, codes: readonly string[]): Generator<SessionResult> {
  const errors = listErrors(session)
  if (errors.length === 0) return
  const row = VPWALLET['ERROR-CODE']
  const isGood = errors.some((error) => codes.some((code) => code === error))
  yield isGood ? { row } : { row, problem: `the error is another one than ${codes.join(' or ')}` }
}
