import { type Check, checkReadable, skipWithheld } from '../../../model/check.ts'
import { hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable, passedLeniently, type Remark } from '../../../model/finding.ts'
import type { HeaderFields } from '../../../model/wire.ts'
import { documentKinds } from '../../../protocol/artefacts/artefact-kinds.ts'
import { MEDIA_TYPE } from '../encryption/decisions.ts'
import { isLoopback } from '../kit/loopback.ts'
import { checkMessages } from '../model/check.ts'
import type { Endpoint } from '../model/endpoints.ts'
import type { Exchange } from '../model/exchange.ts'
import { BODY, bodyKinds } from './requirements.ts'

/** The messages with a JSON body. A fetched offer has a requirement of its own; a status token is not JSON. */
const jsonBodies: readonly (readonly [Endpoint, 'request' | 'response'])[] = [
  ['issuerConfig', 'request'],
  ['issuerConfig', 'response'],
  ['issuerMetadata', 'response'],
  ['nonce', 'response'],
  ['validate', 'request'],
  ['validate', 'response'],
  ['walletCallback', 'request'],
  ['jwks', 'response'],
]

interface TypedBody {
  readonly at: string
  readonly type: string | undefined
}

/** Collects the bodies that targets sent. Error responses may have any form. */
const collectBodies = ({ messages, tested }: Exchange): readonly TypedBody[] =>
  jsonBodies.flatMap(([endpoint, side]) =>
    selectMessagesTo(messages, endpoint).flatMap((parsed) => {
      const { message } = parsed
      const sent: { readonly headers: HeaderFields; readonly body?: string } | undefined = message[side]
      const isByTarget = side === 'request' ? tested.has(message.from) : tested.has(message.to) && hasSucceeded(parsed)
      if (!sent?.body || !isByTarget) return []
      return [{ at: `${endpoint} (${side}) Content-Type`, type: sent.headers['content-type'] }]
    }),
  )

/** Why the media types of a run cannot be judged; `undefined` if they can be. */
function explainNoBody({ tested }: Exchange, bodies: readonly TypedBody[]): Remark | undefined {
  if (!tested.has('issuer') && !tested.has('identity app'))
    return notApplicable('the target sends no body that needs a media type')
  return bodies.length === 0 ? inconclusive('the target sent no body') : undefined
}

const mediaType = checkMessages(BODY.MEDIA, function* (exchange, { decide }) {
  const decided = decide(MEDIA_TYPE)
  const bodies = collectBodies(exchange)
  const reason = explainNoBody(exchange, bodies)
  if (reason) return reason
  const typed = bodies.flatMap(({ at, type }) =>
    type === undefined ? [] : [{ at, essence: type.split(';', 1)[0]?.trim().toLowerCase() ?? '' }],
  )
  if (typed.length === 0) return notApplicable('no body has a `Content-Type`')
  for (const { at, essence } of typed) {
    const isJson = decided === 'any' ? essence.endsWith('json') : isJsonType(essence)
    if (!isJson) yield finding(at, 'application/json', essence)
  }
  const unusual = typed.map(({ essence }) => essence).find((essence) => essence !== 'application/json')
  return decided === 'any' || unusual === undefined
    ? undefined
    : passedLeniently(`a body has the media type ${unusual}, not application/json`)
})

/** RFC 9110, section 8.3: a sender should say the media type, and a receiver may assume one. */
const typed = checkMessages(BODY.TYPED, function* (exchange) {
  const bodies = collectBodies(exchange)
  const reason = explainNoBody(exchange, bodies)
  if (reason) return reason
  for (const { at, type } of bodies) if (type === undefined) yield finding(at, 'application/json', 'nothing')
  return undefined
})

const isJsonType = (essence: string): boolean =>
  essence === 'application/json' || /^[^/\s]+\/[^/\s]+\+json$/.test(essence)

/** The called party decides whether there is TLS. A machine that calls itself needs none. */
const tls = checkMessages(BODY.TLS, function* ({ messages, tested }) {
  const urls = messages.flatMap(({ message: { to, endpoint, request } }) =>
    tested.has(to) && URL.canParse(request.url) ? [{ endpoint, url: new URL(request.url) }] : [],
  )
  const called = urls.filter(({ url }) => /^https?:$/.test(url.protocol))
  if (called.length === 0) return notApplicable('the target is not called over HTTP')
  const remote = called.filter(({ url }) => !isLoopback(url))
  if (remote.length === 0) return notApplicable('all calls stay on this machine')
  for (const { endpoint, url } of remote) {
    if (url.protocol !== 'https:') yield finding(endpoint, 'an https URL', 'an http URL')
  }
  return undefined
})

export const checks: readonly Check[] = [
  ...bodyKinds.map((kind) => checkReadable(BODY.JSON, kind, ['json', 'not-an-object', 'utf8'])),
  ...documentKinds.map((kind) =>
    skipWithheld(checkReadable(BODY.STRICT, kind, ['json-duplicate', 'json-surrogate', 'json-bom', 'json-number'])),
  ),
  mediaType,
  typed,
  tls,
]
