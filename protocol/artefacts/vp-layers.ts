import { isObject, type JsonValue } from '../encoding/json.ts'
import { recogniseMdoc } from '../mdoc/recognise.ts'
import { findSignedRequest, listDcRequests } from '../openid4vp/dc-request.ts'
import { isByObject, readParameters } from '../openid4vp/parameters.ts'
import { listPresentations, readSdJwtText } from '../openid4vp/presentations.ts'
import { hasRequestObject } from '../openid4vp/recognise.ts'
import { isResponseForm, readResponseLink } from '../openid4vp/response-link.ts'
import { readBodyText } from '../status-list/http-response.ts'
import type { ArtefactKind } from './artefact-kinds.ts'
import { type InnerLayers, type Layer, listBody, listPlaintextLayer, listTextLayer } from './layer.ts'

function* listObjectLayer(kind: ArtefactKind, at: string, value: JsonValue | undefined): Generator<Layer> {
  if (isObject(value)) yield { kind, at, text: JSON.stringify(value) }
}

/** What is inside of the messages of OpenID4VP. */
export const vpLayers: InnerLayers = {
  *'vp-request-link'(link) {
    for (const [name, text] of link.parameters)
      if (name === 'request') yield { kind: 'vp-request-object', at: `?${name}`, text }
    if (!isByObject(link)) yield* listObjectLayer('vp-request', 'query', readParameters(link.parameters))
  },
  *'vp-request'({ dcql_query: query, client_metadata: metadata, transaction_data: data }) {
    yield* listObjectLayer('vp-dcql-query', '/dcql_query', query)
    yield* listObjectLayer('vp-client-metadata', '/client_metadata', metadata)
    for (const [i, text] of Array.isArray(data) ? data.entries() : [])
      yield* listTextLayer('vp-transaction-data', `/transaction_data/${i}`, text)
  },
  *'vp-request-object'({ payload, signatures }) {
    yield* listObjectLayer('vp-request', 'payload', payload)
    for (const { at, header } of signatures)
      yield* listTextLayer('vp-verifier-attestation', `${at}/header/jwt`, header.jwt)
  },
  *'vp-dc-request'(content) {
    for (const { at, request } of listDcRequests(content)) {
      const signed = findSignedRequest(request.data)
      yield* listTextLayer('vp-request-object', `${at}/data/request`, signed)
      yield* listObjectLayer('vp-request-object', `${at}/data`, signed)
      if (signed === undefined) yield* listObjectLayer('vp-request', `${at}/data`, request.data)
    }
  },
  *'vp-http-request'({ parameters }) {
    for (const [name, text] of parameters)
      if (name === 'wallet_metadata') yield { kind: 'vp-wallet-metadata', at: name, text }
    if (isResponseForm(parameters)) yield* listObjectLayer('vp-response', 'body', readParameters(parameters))
  },
  *'vp-http-response'(http) {
    const text = readBodyText(http)
    if (hasRequestObject(http)) yield listBody(http, 'vp-request-object', text.trim())
    else if (http.status === 200 && /^\s*\{/.test(text)) yield listBody(http, 'vp-endpoint-response', text)
  },
  *'vp-response-link'(link) {
    const { place, parameters } = readResponseLink(link)
    yield* listObjectLayer('vp-response', place, readParameters(parameters))
  },
  *'vp-response'(content) {
    yield* listTextLayer('vp-encrypted-response', '/response', content.response)
    for (const { at, value } of listPresentations(content)) {
      const isMdoc = typeof value === 'string' && recogniseMdoc(value)?.kind === 'mdoc-response'
      yield* listTextLayer(isMdoc ? 'mdoc-response' : 'sd-jwt', at, isMdoc ? value : readSdJwtText(value))
    }
  },
  'vp-encrypted-response': (sealed) => listPlaintextLayer(sealed, 'vp-response'),
}
