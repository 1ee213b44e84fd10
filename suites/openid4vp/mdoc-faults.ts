import type { Requirement } from '../../model/requirement.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { drivingLicence } from '../../protocol/mdoc/driving-licence.ts'
import { markTolerated, type SampleFault, type SampleVariant, sampleVariant } from '../kit/samples.ts'
import { MDDEV } from '../mdoc/requirements.ts'
import { type MdocChange, setEntries } from '../mdoc/sample.ts'
import { makeQuery } from './changes.ts'
import { makeFault as make } from './make-fault.ts'
import { encryptionKey } from './request-sample.ts'
import { VPRESP } from './response-requirements.ts'
import { changeSession, presentMdoc } from './response-sample.ts'
import type { VpChange } from './sample.ts'

const age: JsonObject = { path: ['org.iso.18013.5.1', 'age_over_18'] }

/** A session that asks for an mdoc. */
const askMdoc = (credential: JsonObject = {}, more: JsonObject = {}): JsonObject =>
  changeSession({
    transaction_data: undefined as never,
    dcql_query: makeQuery({
      format: 'mso_mdoc',
      meta: { doctype_value: drivingLicence },
      claims: [age],
      ...credential,
    }),
    ...more,
  })

const usual = askMdoc()

const portrait: JsonObject = { path: ['org.iso.18013.5.1', 'portrait'] }
const octets = Buffer.alloc(300, 7)
const onlyPortrait: MdocChange = { items: (items) => items.slice(3, 4) }

const overDc: JsonObject = {
  response_mode: 'dc_api',
  client_id: undefined as never,
  response_uri: undefined as never,
  state: undefined as never,
}

const sealed: JsonObject = { response_mode: 'direct_post.jwt' }

/** A response with one mdoc to a request. */
const answer = (request: JsonObject, presentation: string = presentMdoc(request)): VpChange => ({
  about: 'vp-response',
  content: () => ({ vp_token: { one: [presentation] }, ...(request.state !== undefined && { state: request.state }) }),
  facts: { presentationRequest: request },
})

const variant = sampleVariant<VpChange>('VP-MDOC')

const fault = (
  row: Requirement,
  description: string,
  request: JsonObject,
  presentation: string,
): SampleFault<VpChange> => make(row, description, answer(request, presentation))

/** Signed for another session than that of a request. */
const signFor = (description: string, other: JsonObject, request: JsonObject = usual): SampleFault<VpChange> =>
  fault(MDDEV.SIGNED, description, request, presentMdoc({ ...request, ...other }))

/** A session whose verifier names algorithms for mdocs. */
const askAlgorithms = (values: JsonObject): JsonObject =>
  askMdoc({}, { client_metadata: { vp_formats_supported: { mso_mdoc: values } } })

const byAlgorithms = (values: JsonObject, change: MdocChange = {}): VpChange => {
  const request = askAlgorithms(values)
  return answer(request, presentMdoc(request, change))
}

const all: MdocChange = { items: (items) => items }

// biome-ignore format: a table, one row a line.
export const mdocResponseFaults: readonly SampleFault<VpChange>[] = [
  fault(VPRESP.FORMAT, 'has a text in base64url as an mdoc', usual, 'o2d2'),
  fault(VPRESP.FORMAT, 'has a document without its response as an mdoc', usual, presentMdoc(usual, { about: 'document' })),
  fault(VPRESP.DOCTYPE, 'has an mdoc of another type', askMdoc({ meta: { doctype_value: 'org.example.member' } }), presentMdoc(usual)),
  fault(VPRESP.CLAIMS, 'has an mdoc without an element of the query', askMdoc({ claims: [age, { path: ['org.iso.18013.5.1', 'given_name'] }] }), presentMdoc(usual)),
  make(VPRESP.CLAIMS, 'has an mdoc with the element in another name space', answer(askMdoc({ claims: [{ path: ['org.example', 'age_over_18'] }] }), presentMdoc(usual)), [VPRESP.MORE]),
  fault(VPRESP.MORE, 'has an mdoc with all its elements', usual, presentMdoc(usual, all)),
  markTolerated(fault(VPRESP.VALUES, 'has an mdoc with another value', askMdoc({ claims: [{ ...age, values: [false] }] }), presentMdoc(usual))),
  markTolerated(fault(VPRESP.VALUES, 'has an mdoc with octets that are compared by their hexadecimal digits', askMdoc({ claims: [{ ...portrait, values: [octets.toString('hex')] }] }), presentMdoc(usual, onlyPortrait))),
  markTolerated(fault(VPRESP.VALUES, 'has an mdoc with octets that are compared as the URL of an image', askMdoc({ claims: [{ ...portrait, values: [`data:image/jpeg;base64,${octets.toString('base64')}`] }] }), presentMdoc(usual, onlyPortrait))),
  markTolerated(make(VPRESP['ISSUER-ALG'], 'has an mdoc that its issuer signed by another algorithm', byAlgorithms({ issuerauth_alg_values: [-35, -51] }))),
  markTolerated(make(VPRESP['ISSUER-ALG'], 'has an mdoc that its issuer signed on another curve', byAlgorithms({ issuerauth_alg_values: [-9] }, { auth: { alg: 'ES384' } }))),
  markTolerated(make(VPRESP['DEVICE-ALG'], 'has an mdoc that its device signed by another algorithm', byAlgorithms({ deviceauth_alg_values: [-8, -19] }))),
  markTolerated(make(VPRESP['DEVICE-ALG'], 'has an mdoc with a signature of its device, where a MAC is asked for', byAlgorithms({ deviceauth_alg_values: [-65_537] }))),
  signFor('has an mdoc that is signed for another nonce', { nonce: 'another-nonce-0S6_WzA2Mj' }),
  signFor('has an mdoc that is signed for another client', { client_id: 'x509_san_dns:other.example' }),
  signFor('has an mdoc that is signed for another address', { response_uri: 'https://other.example/response' }),
  signFor('has an mdoc that is signed over the Digital Credentials API for a redirect', overDc),
  signFor('has an mdoc without the key of an encrypted response', { response_mode: 'direct_post' }, askMdoc({}, sealed)),
  signFor('has an mdoc without the key of an encrypted response over the Digital Credentials API', {}, askMdoc({}, { ...overDc, response_mode: 'dc_api.jwt' })),
]

const withMore: MdocChange = { response: setEntries({ 'x-note': 'a' }) }

// biome-ignore format: a table, one row a line.
export const mdocResponseVariants: readonly SampleVariant<VpChange>[] = [
  variant('is a response with an mdoc', answer(usual)),
  variant('is a response with an mdoc by redirect', answer(askMdoc({}, { response_mode: 'fragment', response_uri: undefined as never, redirect_uri: 'https://verifier.example/cb' }))),
  variant('is a response with an mdoc to an encrypted session', answer(askMdoc({}, sealed), presentMdoc(usual, {}, encryptionKey))),
  variant('is a response with an mdoc over the Digital Credentials API', answer(askMdoc({}, overDc))),
  variant('is an encrypted response with an mdoc over the Digital Credentials API', answer(askMdoc({}, { ...overDc, response_mode: 'dc_api.jwt' }), presentMdoc(askMdoc({}, overDc), {}, encryptionKey))),
  variant('is a response with an mdoc by the algorithms of the request', byAlgorithms({ issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] })),
  variant('is a response with an mdoc by the algorithms of the request with their curves', byAlgorithms({ issuerauth_alg_values: [-51, -9], deviceauth_alg_values: [-65_537, -9] })),
  variant('is a response with an mdoc for any type', answer(askMdoc({ meta: {} }))),
  variant('is a response with an mdoc with all elements that are asked for', answer(askMdoc({ claims: ['family_name', 'given_name', 'birth_date', 'portrait', 'age_over_18'].map((name) => ({ path: ['org.iso.18013.5.1', name] })) }), presentMdoc(usual, all))),
  variant('is a response with an mdoc with octets that are asked for', answer(askMdoc({ claims: [{ ...portrait, values: [octets.toString('base64url')] }] }), presentMdoc(usual, onlyPortrait))),
  variant('is a response with an mdoc with values that are asked for', answer(askMdoc({ claims: [{ ...age, values: [true] }, { path: ['org.iso.18013.5.1', 'birth_date'], values: ['1990-02-03'] }] }), presentMdoc(usual, { items: (items) => [...items.slice(2, 3), ...items.slice(-1)] }))),
  variant('is a response with an mdoc with members that are not known', answer(usual, presentMdoc(usual, withMore))),
]
