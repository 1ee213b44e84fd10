import { type Check, checkReadable, skipWithheld } from '../../../model/check.ts'
import { hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable, passedLeniently } from '../../../model/finding.ts'
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

const mediaType = checkMessages(BODY.MEDIA, function* (exchange, { decide }) {
  const decided = decide(MEDIA_TYPE)
  const bodies = collectBodies(exchange)
  if (!exchange.tested.has('issuer') && !exchange.tested.has('identity app'))
    return notApplicable('the target sends no body that needs a media type')
  if (bodies.length === 0) return inconclusive('the target sent no body')
  const essences = bodies.map(({ type }) => (type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '')
  for (const [i, { at, type }] of bodies.entries()) {
    const essence = essences[i] ?? ''
    const isJson = decided === 'any' ? essence.endsWith('json') : isJsonType(essence)
    if (!isJson) yield finding(at, 'application/json', type === undefined ? 'nothing' : essence)
  }
  const unusual = essences.find((essence) => essence !== 'application/json')
  return decided === 'any' || unusual === undefined
    ? undefined
    : passedLeniently(`a body has the media type ${unusual}, not application/json`)
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
  tls,
]
