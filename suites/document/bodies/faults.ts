import * as fc from 'fast-check'
import { RawJson, writeJson } from '../../../protocol/encoding/json.ts'
import { type Edit, put, repeat } from '../kit/edits.ts'
import { describedFamily, notAnObject, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeRequest } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { BODY } from './requirements.ts'
import { editText } from './variants.ts'

/** The messages with a JSON body, and what each is called. */
const bodies = {
  configRequest: 'the Issuer Config request',
  configResponse: 'the Issuer Config response',
  offer: 'the offer',
  metadata: 'the metadata',
  nonce: 'the nonce response',
  validationRequest: 'the validation request',
  validationResponse: 'the validation response',
  callback: 'the callback',
  jwks: 'the key set',
} as const satisfies Partial<Record<keyof typeof mutate, string>>

const bodyNames = Object.keys(bodies) as readonly (keyof typeof bodies)[] // the keys of a closed table

/** Every place with JSON: the bodies, and what is encrypted or signed in them. */
const anyJson = fc.constantFrom<keyof typeof mutate>(
  ...bodyNames,
  'request',
  'response',
  'attestationHeader',
  'attestationPayload',
  'embedded',
  'statusHeader',
  'statusPayload',
)

const invalidJson: Readonly<Record<string, Edit>> = {
  'as an array': (content) => [writeJson(content)],
  'as a form': () => new RawJson('a=1&b=2'),
  'as an HTML page': () => new RawJson('<!doctype html><title>Not found</title>'),
  'as an empty body': () => new RawJson(''),
  truncated: editText((text) => text.slice(0, -1)),
  'with a trailing comma': editText((text) => `${text.slice(0, -1)},}`),
  'with a comment': editText((text) => `${text} // done`),
  'twice in a row': editText((text) => `${text}${text}`),
  'in single quotes': editText((text) => text.replaceAll('"', "'")),
}

const addMembers = (members: string): Edit => editText((text) => `${text.slice(0, -1)},${members}}`)

const ambiguousJson: Readonly<Record<string, Edit>> = {
  'with a duplicate member': addMembers('"x":1,"x":2'),
  'with a duplicate member, once escaped': addMembers('"x":1,"\\u0078":1'),
  'with a duplicate member, deeply nested': addMembers('"x":[{"y":{"z":1,"z":1}}]'),
  'with a byte order mark': editText((text) => `\ufeff${text}`),
  'with an unpaired surrogate': addMembers('"x":"\\ud83d"'),
  'with an unpaired surrogate in a member name': addMembers('"\\udc00":1'),
  'with a number that is out of range': addMembers('"x":1e999'),
}

const pairWithEdits = <Name extends string>(places: fc.Arbitrary<Name>, edits: Readonly<Record<string, Edit>>) =>
  fc.tuple(places, fc.constantFrom(...Object.entries(edits)))

/** One fault for each body, so that every body is tested in every run. */
const notObjects = bodyNames.map((name) =>
  fault(
    BODY.JSON,
    `sends ${bodies[name]} as anything but an object`,
    valueFamily(notAnObject, (value) => mutate[name](() => value)),
  ),
)

/** Sends requests with another `Content-Type`. */
const sendWithType = (endpoint: 'issuerConfig' | 'validate' | 'walletCallback', type: string | undefined) =>
  changeRequest('identityApp', endpoint, ({ headers: { 'content-type': _, ...headers }, ...request }) => ({
    ...request,
    headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
  }))

/** Sends requests without TLS. */
const sendWithoutTls = (role: 'wallet' | 'identityApp', endpoint: 'issuerMetadata' | 'walletCallback') =>
  changeRequest(role, endpoint, (request) => ({ ...request, url: request.url.replace(/^https:/, 'http:') }))

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  ...notObjects,
  fault(BODY.JSON, 'sends a body that is not valid JSON', describedFamily(pairWithEdits(fc.constantFrom(...bodyNames), invalidJson), ([name, [how]]) => `${name} ${how}`, ([name, [, edit]]) => mutate[name](edit))),

  fault(BODY.STRICT, 'sends JSON that two parsers read differently', describedFamily(pairWithEdits(anyJson, ambiguousJson), ([name, [how]]) => `${name} ${how}`, ([name, [, edit]]) => mutate[name](edit))),
  fault(BODY.STRICT, 'repeats `credential_issuer` with another issuer', mutate.offer(repeat('credential_issuer', 'https://elsewhere.example'))),
  fault(BODY.STRICT, 'repeats `uid` with another holder', mutate.validationRequest(repeat('uid', '000000000027'))),
  fault(BODY.STRICT, 'repeats `credential_identifier` with another dataset', mutate.request(repeat('credential_identifier', 'another'))),
  fault(BODY.STRICT, 'repeats `status` with `revoked`', mutate.statusPayload(repeat('status', 'revoked'))),
  fault(BODY.STRICT, 'repeats `keys` with an empty array', mutate.jwks(repeat('keys', []))),
  fault(BODY.STRICT, 'repeats `nonce` in an attestation with another nonce', mutate.attestationPayload(repeat('nonce', 'another'))),
  fault(BODY.STRICT, 'repeats `iss` with another issuer', mutate.embedded(repeat('iss', 'https://elsewhere.example'))),

  fault(BODY.MEDIA, 'sends its key set as text', changeHeaders('issuer', 'jwks', { 'content-type': 'text/plain; charset=utf-8' })),
  fault(BODY.TYPED, 'sends a request without a media type', sendWithType('validate', undefined)),
  fault(BODY.TYPED, 'sends a callback without a media type', sendWithType('walletCallback', undefined)),
  fault(BODY.MEDIA, 'sends a nonce response as `application/jwt`', changeHeaders('issuer', 'nonce', { 'content-type': 'application/jwt' })),
  fault(BODY.MEDIA, 'sends a nonce response as HTML', changeHeaders('issuer', 'nonce', { 'content-type': 'text/html' })),
  fault(BODY.MEDIA, 'sends a validation request as a form', sendWithType('validate', 'application/x-www-form-urlencoded')),
  fault(BODY.MEDIA, 'sends a callback as text', sendWithType('walletCallback', 'text/plain')),
  fault(BODY.MEDIA, 'sends a request as `text/json`', sendWithType('issuerConfig', 'text/json')),
  fault(BODY.TLS, 'announces a nonce endpoint without TLS', mutate.metadata(put('/nonce_endpoint', 'http://issuer.example/nonce'))),
  fault(BODY.TLS, 'fetches the metadata without TLS', sendWithoutTls('wallet', 'issuerMetadata')),
  fault(BODY.TLS, 'calls the wallet backend without TLS', sendWithoutTls('identityApp', 'walletCallback')),
]
