import { type CborMap, isCborMap } from '../cbor/decode.ts'
import { encodeCbor, toWritable } from '../cbor/encode.ts'
import { countParts as listParts } from '../encoding/compact.ts'
import { describeCompression } from '../encoding/deflate.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { memoizeLast } from '../encoding/memoize-last.ts'
import { attempt, refuse } from '../encoding/problem.ts'
import { decodeUtf8 } from '../encoding/utf8.ts'
import { type Jwe, openJweWithAny, readJwe } from '../jose/jwe.ts'
import { isJsonJwe } from '../jose/jwe-parts.ts'
import type { Jwk } from '../jose/jwk.ts'
import { decodeObject, readJws, readSigned } from '../jose/jws.ts'
import { readMdoc } from '../mdoc/recognise.ts'
import { recogniseVci } from '../openid4vci/recognise.ts'
import { readHttpForm } from '../openid4vp/http-request.ts'
import { readRequestObject } from '../openid4vp/request-object.ts'
import { readAnySdJwt } from '../sd-jwt/presentation.ts'
import { readSdJwt } from '../sd-jwt/sd-jwt.ts'
import { readDocument } from '../sd-jwt-vc/recognise.ts'
import { isAggregation, readBodyText, readHttpResponse } from '../status-list/http-response.ts'
import { readReferencedToken, readSecuredToken } from '../status-list/secured-token.ts'
import type { Artefact, ArtefactContents, EncryptedContent } from './artefact.ts'
import type { ArtefactKind } from './artefact-kinds.ts'
import { readAttestation } from './attestation.ts'
import { type Budget, createBudget, explainLimit, type Resource } from './budget.ts'
import { readDeeplink, readFormLink } from './deeplink.ts'
import { type InnerLayers, type Layer, listBody, listPlaintextLayer, listTextLayer } from './layer.ts'
import { readOffer } from './offer.ts'
import { vpLayers } from './vp-layers.ts'

/** How each kind is read. Only sealed messages need keys. */
const readers: { readonly [K in ArtefactKind]: (text: string, keys: readonly Jwk[]) => ArtefactContents[K] } = {
  'issuer-config-request': parseJsonObject,
  'issuer-config-response': parseJsonObject,
  offer: readOffer,
  metadata: parseJsonObject,
  'nonce-response': parseJsonObject,
  deeplink: readDeeplink,
  'encrypted-request': decryptMessage,
  request: parseJsonObject,
  attestation: memoizeLast(readAttestation), // the recorder reads it again
  'validation-request': parseJsonObject,
  'validation-response': parseJsonObject,
  'encrypted-response': decryptMessage,
  'signed-response': readSigned,
  response: parseJsonObject,
  callback: parseJsonObject,
  credential: readSdJwt,
  jwks: parseJsonObject,
  'status-token': readJws,
  'sd-jwt': readAnySdJwt,
  'type-metadata': parseJsonObject,
  'vc-issuer-metadata': parseJsonObject,
  'vc-http-response': readHttpResponse,
  'status-list-token': readSecuredToken,
  'status-list-response': readHttpResponse,
  'status-list-aggregation': parseJsonObject,
  'referenced-token': readReferencedToken,
  'vci-offer-link': readDeeplink,
  'vci-offer': parseJsonObject,
  'vci-issuer-metadata': parseJsonObject,
  'vci-signed-metadata': readJws,
  'vci-token-response': parseJsonObject,
  'vci-nonce-response': parseJsonObject,
  'vci-credential-request': parseJsonObject,
  'vci-proof': readJws,
  'vci-key-attestation': readJws,
  'vci-credential-response': parseJsonObject,
  'vci-error-response': parseJsonObject,
  'vci-notification': parseJsonObject,
  'vci-http-response': readHttpResponse,
  'oauth-server-metadata': parseJsonObject,
  'oauth-pushed-response': parseJsonObject,
  'oauth-dpop-proof': readJws,
  'oauth-client-attestation': readJws,
  'oauth-client-attestation-pop': readJws,
  'vp-request-link': readFormLink,
  'vp-request': parseJsonObject,
  'vp-request-object': readRequestObject,
  'vp-dcql-query': parseJsonObject,
  'vp-client-metadata': parseJsonObject,
  'vp-transaction-data': decodeObject,
  'vp-verifier-attestation': readJws,
  'vp-dc-request': parseJsonObject,
  'vp-http-request': readHttpForm,
  'vp-wallet-metadata': parseJsonObject,
  'vp-http-response': readHttpResponse,
  'vp-response': parseJsonObject,
  'vp-response-link': readFormLink,
  'vp-encrypted-response': decryptMessage,
  'vp-endpoint-response': parseJsonObject,
  'mdoc-issuer-signed': readMdoc,
  'mdoc-document': readMdoc,
  'mdoc-response': readMdoc,
}

function decryptMessage(text: string, keys: readonly Jwk[]): EncryptedContent {
  const jwe = readJwe(text)
  const opened = attempt(() => {
    const { plaintext, key } = openJweWithAny(jwe, keys)
    return { octets: plaintext, key }
  })
  if ('problem' in opened) return { jwe, problem: opened.problem }
  const { octets, key } = opened.value
  const read = attempt(() => readPlaintext(octets, jwe))
  return 'value' in read ? { jwe, plaintext: read.value, key } : { jwe, key, problem: read.problem }
}

/** A plaintext as text. One that is compressed although the header has no `zip` is none (RFC 7516, section 4.1.3). */
function readPlaintext(octets: Buffer, { header }: Jwe): string {
  const read = attempt(() => decodeUtf8(octets))
  if ('value' in read) return read.value
  const compression = header.zip === 'DEF' ? undefined : describeCompression(octets)
  return refuse('jwe-plaintext', compression ? `compressed with ${compression}, which \`zip\` does not say` : 'no text')
}

const innerLayers: InnerLayers = {
  *deeplink({ parameters }) {
    for (const [name, value] of parameters) {
      if (listParts(value) === 5 || isJsonJwe(value)) yield { kind: 'encrypted-request', at: `?${name}`, text: value }
    }
  },
  'validation-request': function* (body) {
    for (const name of ['encryted_credential_request', 'encrypted_credential_request']) {
      yield* listTextLayer('encrypted-request', `/${name}`, body[name])
    }
  },
  'encrypted-request': (sealed) => listPlaintextLayer(sealed, 'request'),
  *request(body) {
    for (const [at, text] of collectAttestations(body)) yield* listTextLayer('attestation', at, text)
  },
  'validation-response': function* ({ credential_response: text }) {
    const isSigned = typeof text === 'string' && listParts(text) === 3 && signsJwe(text)
    yield* listTextLayer(isSigned ? 'signed-response' : 'encrypted-response', '/credential_response', text)
  },
  'encrypted-response': (sealed) =>
    listPlaintextLayer(sealed, listParts(sealed.plaintext ?? '') === 3 ? 'signed-response' : 'response'),
  *'signed-response'({ body }) {
    yield { kind: listParts(body) === 5 ? 'encrypted-response' : 'response', at: 'payload', text: body }
  },
  *response(body) {
    for (const [name, list] of Object.entries(body)) yield* collectCredentials(name, list)
  },
  callback: ({ credentials }) => collectCredentials('credentials', credentials),
  *'status-list-response'(response) {
    const { status, body } = response
    if (status < 200 || status > 299) return
    if (isAggregation(response)) yield listBody(response, 'status-list-aggregation', readBodyText(response))
    else yield { kind: 'status-list-token', at: 'body', text: body }
  },
  *'vci-offer-link'({ parameters }) {
    for (const [name, text] of parameters)
      if (name === 'credential_offer') yield { kind: 'vci-offer', at: `?${name}`, text }
  },
  *'vci-signed-metadata'({ payload }) {
    yield { kind: 'vci-issuer-metadata', at: 'payload', text: JSON.stringify(payload) }
  },
  *'vci-credential-request'({ proofs }) {
    for (const [name, kind] of [
      ['jwt', 'vci-proof'],
      ['attestation', 'vci-key-attestation'],
    ] as const) {
      const list = isObject(proofs) && Array.isArray(proofs[name]) ? proofs[name] : []
      for (const [i, text] of list.entries()) yield* listTextLayer(kind, `/proofs/${name}/${i}`, text)
    }
  },
  *'vci-proof'({ header }) {
    yield* listTextLayer('vci-key-attestation', 'header/key_attestation', header.key_attestation)
  },
  *'mdoc-document'(document) {
    const signed = document.get('issuerSigned')
    if (isCborMap(signed)) yield { kind: 'mdoc-issuer-signed', at: '/issuerSigned', text: writeCborText(signed) }
  },
  *'mdoc-response'(response) {
    const documents = response.get('documents')
    for (const [i, each] of Array.isArray(documents) ? documents.entries() : [])
      if (isCborMap(each)) yield { kind: 'mdoc-document', at: `/documents/${i}`, text: writeCborText(each) }
  },
  *'vc-http-response'(response) {
    const document = readDocument(response)
    if (document) yield listBody(response, document.kind, document.text)
  },
  *'vci-http-response'(response) {
    const { status } = response
    const text = readBodyText(response)
    const seen = recogniseVci(text)
    const isFailure = status >= 400 && text.trim().startsWith('{')
    // A byte order mark, which RFC 8259 forbids before JSON, would be trimmed.
    const body = /^\s*\{/.test(text) ? text : text.trim()
    if (seen || isFailure) yield listBody(response, seen?.kind ?? 'vci-error-response', body)
  },
  ...vpLayers,
}

/** A part of a data item as a text of its own. What was signed or hashed is in byte strings, and stays as it is. */
const writeCborText = (value: CborMap): string => encodeCbor(toWritable(value)).toString('base64url')

const signsJwe = (text: string): boolean => {
  const signed = attempt(() => readSigned(text))
  return 'value' in signed && listParts(signed.value.body) === 5
}

/** The key attestations of a request, in whichever of the three forms it carries its proofs. */
function* collectAttestations({ proof, proofs }: JsonObject): Generator<readonly [at: string, text: JsonValue]> {
  for (const [i, element] of Array.isArray(proof) ? proof.entries() : []) {
    if (!isObject(element) || element.attestation === undefined) continue
    const { attestation } = element
    const [first] = Array.isArray(attestation) ? attestation : []
    if (typeof first === 'string' && listParts(first) === 3) yield [`/proof/${i}/attestation/0`, first]
    else yield [`/proof/${i}/attestation`, attestation]
  }
  if (isObject(proof) && proof.attestation !== undefined) yield ['/proof/attestation', proof.attestation]
  const list = isObject(proofs) && Array.isArray(proofs.attestation) ? proofs.attestation : []
  for (const [i, element] of list.entries()) yield [`/proofs/attestation/${i}`, element]
}

/** Whether a text in the place of a credential is encrypted: a JWE, or a JWS around one. */
const isSealed = (text: string): boolean => !text.includes('~') && (listParts(text) === 5 || signsJwe(text))

/** Whether a text is an mDOC: base64url of the map that an issuer signs (ISO 18013-5). */
export const isMdoc = (text: string): boolean =>
  /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').includes('issuerAuth')

/** The credentials in a list. Which member of a response is that list is decided elsewhere; in a callback it is said. */
function* collectCredentials(list: string, elements: JsonValue | undefined): Generator<Layer> {
  const place = `/${list.replaceAll('~', '~0').replaceAll('/', '~1')}`
  for (const [i, element] of Array.isArray(elements) ? elements.entries() : []) {
    // Lists of other texts are no lists of credentials.
    if (typeof element === 'string' && element.includes('.')) yield createCredentialLayer(`${place}/${i}`, element)
    for (const name of ['Credential', 'credential']) {
      const text = isObject(element) ? element[name] : undefined
      if (typeof text === 'string') yield createCredentialLayer(`${place}/${i}/${name}`, text)
    }
  }
}

/** The document does not define the structure of an mDOC. */
function createCredentialLayer(at: string, text: string): Layer {
  if (isSealed(text)) return { kind: 'credential', at, withheld: 'it is encrypted' }
  return isMdoc(text) ? { kind: 'credential', at, withheld: 'it is an mDOC' } : { kind: 'credential', at, text }
}

/**
 * Opens an artefact and every layer inside it, outermost first. A layer that cannot be read ends its branch, and says why.
 * So does one that exceeds the budget, and then nothing after it is opened.
 */
export function openArtefact(
  kind: ArtefactKind,
  text: string,
  keys: readonly Jwk[] = [],
  budget: Budget = createBudget(),
): readonly Artefact[] {
  return [...openLayer({ kind, at: '', text }, { keys, budget, isExceeded: false }, 0)]
}

/** What one opening shares between its layers. */
interface Opening {
  readonly keys: readonly Jwk[]
  readonly budget: Budget
  isExceeded: boolean
}

function* openLayer(layer: Layer, opening: Opening, depth: number): Generator<Artefact> {
  const { kind, at, text, withheld, problem } = layer
  if (text === undefined) return yield { kind, at, text: '', withheld: withheld ?? 'it was not opened' }
  const exceeded = takeLayer(kind, text, depth, opening.budget)
  if (exceeded) {
    opening.isExceeded = true
    return yield { kind, at, text: '', withheld: explainLimit(exceeded) }
  }
  const read = problem ? { problem } : attempt(() => readers[kind](text, opening.keys))
  if ('problem' in read) return yield { kind, at, text, problem: read.problem }
  yield { kind, at, text, content: read.value }
  if (depth < limits.layers) yield* openInnerLayers(layer, read.value, opening, depth)
}

function* openInnerLayers(
  { kind, at }: Layer,
  content: ArtefactContents[ArtefactKind],
  opening: Opening,
  depth: number,
): Generator<Artefact> {
  const list = innerLayers[kind] as ((content: ArtefactContents[ArtefactKind]) => Iterable<Layer>) | undefined // the reader of this kind made it
  for (const layer of list?.(content) ?? []) {
    yield* openLayer({ ...layer, at: at === '' ? layer.at : `${at} › ${layer.at}` }, opening, depth + 1)
    if (opening.isExceeded) return
  }
}

/** Takes a layer from the budget, before it is read. Returns what there is too much of. The artefact itself is no layer. */
function takeLayer(kind: ArtefactKind, text: string, depth: number, budget: Budget): Resource | undefined {
  if (depth > 0 && !budget.take('layers', 1)) return 'layers'
  if (!budget.take('octets', text.length)) return 'octets'
  return (kind === 'credential' || kind === 'sd-jwt' || kind === 'referenced-token') &&
    !budget.take('disclosures', countDisclosures(text))
    ? 'disclosures'
    : undefined
}

/** The disclosures of a credential; none, if it has more than may be read. */
function countDisclosures(text: string): number {
  let count = 0
  for (let at = text.indexOf('~'); at >= 0; at = text.indexOf('~', at + 1)) {
    if (++count > limits.disclosures) return 0
  }
  return count
}
