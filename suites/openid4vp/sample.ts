import { X509Certificate } from 'node:crypto'
import type { KnownFacts } from '../../model/finding.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { type JsonObject, type Writable, writeJson } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import { type BodyEncoding, writeHttpText, writeResponseText } from '../kit/http-text.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import type { Sample } from '../suite.ts'
import { writeValue } from './actors/write-request.ts'
import {
  attestationClaims,
  attestationHeader,
  dcRequest,
  encryptionKey,
  host,
  origin,
  requestHeader,
  rootCertificate,
  signedRequest,
  usualMetadata,
  usualQuery,
  usualRequest,
  usualTransaction,
  walletNonce,
  writeTransaction,
} from './request-sample.ts'
import { seal, sessionRequest, usualResponse } from './response-sample.ts'

/** What a sample does otherwise than the usual message of its kind. */
export interface VpChange {
  /** The message; a request, if it is left out. */
  readonly about?: VpKind
  /** The JSON of a message, the claims of a signed one, or the parameters of a URL or a form. */
  readonly content?: (content: JsonObject) => Writable
  readonly header?: (header: JsonObject) => JsonObject
  readonly key?: Jwk
  readonly write?: (text: string) => string
  /** The header fields of a request, or the response of HTTP around the message. */
  readonly http?: {
    readonly method?: string
    readonly target?: string
    readonly status?: number
    readonly headers?: JsonObject
    readonly encoding?: BodyEncoding
  }
  /** Whether it belongs to the response of the usual session, and is judged beside its request. */
  readonly isAnswer?: boolean
  readonly facts?: Partial<KnownFacts>
}

const usual = {
  'vp-request': usualRequest,
  'vp-response': usualResponse,
  'vp-endpoint-response': { redirect_uri: `${origin}/cb#response_code=091535f699ea575c` },
  'vp-dcql-query': usualQuery,
  'vp-client-metadata': usualMetadata,
  'vp-dc-request': { protocol: 'openid4vp-v1-unsigned', data: dcRequest },
  'vp-wallet-metadata': {
    vp_formats_supported: { 'dc+sd-jwt': {} },
    client_id_prefixes_supported: ['x509_san_dns', 'pre-registered'],
    authorization_endpoint: 'openid4vp:',
  },
} as const satisfies { readonly [K in ArtefactKind]?: JsonObject }

const signed = {
  'vp-request-object': { header: requestHeader, claims: signedRequest, key: keys.issuer },
  'vp-verifier-attestation': { header: attestationHeader, claims: attestationClaims, key: keys.other },
} as const satisfies { readonly [K in ArtefactKind]?: object }

const forms = {
  'vp-request-link': {
    client_id: `x509_san_dns:${host}`,
    request_uri: `${origin}/request/1`,
    request_uri_method: 'post',
  },
  'vp-http-request': { wallet_nonce: walletNonce, wallet_metadata: usual['vp-wallet-metadata'] },
  'vp-response-link': usualResponse,
} as const satisfies { readonly [K in ArtefactKind]?: JsonObject }

type VpKind =
  | keyof typeof usual
  | keyof typeof signed
  | keyof typeof forms
  | 'vp-transaction-data'
  | 'vp-encrypted-response'

const keep = <T>(value: T): T => value

const writeForm = (content: JsonObject): string =>
  Object.entries(content)
    .map(([name, value]) => `${name}=${encodeURIComponent(writeValue(value))}`)
    .join('&')

const fields = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/oauth-authz-req+jwt' }

function writePost(form: string, { isAnswer = false, http }: VpChange): string {
  const { method = 'POST', target = isAnswer ? '/response' : '/request/1', headers = fields } = http ?? {}
  return writeHttpText({ first: `${method} ${target} HTTP/1.1`, headers: { Host: host, ...headers } }, form)
}

function writeMessage(change: VpChange): string {
  const { about = 'vp-request', content = keep, header = keep, key, isAnswer = false } = change
  if (about === 'vp-transaction-data') return writeTransaction(content(usualTransaction))
  if (about === 'vp-encrypted-response') return seal(writeJson(content(usualResponse)), header({}))
  if (about === 'vp-request-link') return `openid4vp://?${writeForm(content(forms[about]) as JsonObject)}`
  if (about === 'vp-response-link') return `${origin}/cb#${writeForm(content(forms[about]) as JsonObject)}`
  if (about === 'vp-http-request') {
    const usualForm = isAnswer ? usualResponse : forms[about]
    return writePost(writeForm(content(usualForm) as JsonObject), change) // a form is no raw text
  }
  if (about in usual) return writeJson(content(usual[about as keyof typeof usual]))
  const { header: first, claims, key: own } = signed[about as keyof typeof signed] // it is one of both
  return writeJws(header(first), content(claims), key ?? own)
}

/** What is known beside the messages of a response: the issuer of its credential, and the session. */
const sessionFacts: KnownFacts = {
  jwks: { keys: [{ ...toPublic(keys.issuer), kid: 'issuer-key' }] },
  keys: [{ ...encryptionKey, ...keys.other }],
  presentationRequest: sessionRequest,
}

/** The keys of who attests verifiers. */
const attesterKeys: JsonObject = { keys: [{ ...toPublic(keys.other), kid: 'attester' }] }

/** Makes a message between a verifier and a wallet. */
export function makeSample(change: VpChange = {}): Sample {
  const { about = 'vp-request', write = keep, http, facts, isAnswer = about.includes('response') } = change
  const text = write(writeMessage(change))
  const known = {
    now: sampleTime,
    anchors: [new X509Certificate(rootCertificate).toString()],
    origin,
    walletNonce,
    ...(isAnswer ? sessionFacts : { jwks: attesterKeys }),
    ...facts,
  }
  if (http?.status === undefined) return { kind: about, text, facts: known }
  const { status, headers = {}, encoding } = http
  return {
    kind: 'vp-http-response',
    text: writeResponseText({ status, headers, ...(encoding && { encoding }) }, text),
    facts: known,
  }
}
