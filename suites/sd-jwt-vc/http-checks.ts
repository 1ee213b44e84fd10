import { type Check, checkArtefact } from '../../model/check.ts'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { parseTolerantly } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { placeIssuerMetadata } from '../../protocol/sd-jwt-vc/issuer-place.ts'
import { readDocument } from '../../protocol/sd-jwt-vc/recognise.ts'
import type { ListResponse } from '../../protocol/status-list/http-response.ts'
import { findOtherType } from '../http/message-rules.ts'
import { VCISSUER, VCTYPE, VCUSE } from './requirements.ts'

const documents = ['vc-issuer-metadata', 'type-metadata'] as const

/** A check on responses with one of these documents. */
const checkHttp = (
  row: Requirement,
  kinds: readonly ArtefactKind[],
  inspect: (response: ListResponse, text: string, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(row, 'vc-http-response', function* (response, context) {
    const document = readDocument(response)
    if (!document || !kinds.includes(document.kind)) return notApplicable('the response has no such document')
    return yield* inspect(response, document.text, context)
  })

const checkMediaType = (row: Requirement, kind: ArtefactKind): Check =>
  checkHttp(row, [kind], function* (response) {
    yield* findOtherType(response, 'application/json')
    return undefined
  })

export const checks: readonly Check[] = [
  checkMediaType(VCISSUER['MEDIA-TYPE'], 'vc-issuer-metadata'),
  checkMediaType(VCTYPE['MEDIA-TYPE'], 'type-metadata'),
  checkHttp(VCISSUER.PLACE, ['vc-issuer-metadata'], function* (_, text, { request }) {
    const read = attempt(() => parseTolerantly(text))
    const wanted = 'value' in read ? placeIssuerMetadata(read.value.issuer) : undefined
    if (wanted === undefined) return notApplicable('it names no issuer by an HTTPS URL')
    const url = request?.url
    if (typeof url !== 'string' || !URL.canParse(url))
      return inconclusive('its URL is unknown: pass --request, with `url`')
    // The server may be reached by another name while it is tested.
    const { pathname } = new URL(url)
    if (pathname !== wanted) yield finding('URL', wanted, showValue(pathname))
    return undefined
  }),
  checkHttp(VCUSE.FRESHNESS, documents, function* ({ headers }) {
    const isStated = /\b(s-maxage|max-age)=|\bno-(store|cache)\b/i.test(headers.get('cache-control') ?? '')
    if (!isStated && !headers.has('expires')) yield finding('cache-control', 'a `max-age`', 'none')
    return undefined
  }),
  checkHttp(VCUSE.SNIFF, documents, function* ({ headers }) {
    const sniffing = headers.get('x-content-type-options')
    if (sniffing?.toLowerCase() !== 'nosniff') yield finding('x-content-type-options', 'nosniff', showValue(sniffing))
    if (!headers.has('content-security-policy')) yield finding('content-security-policy', 'a policy', 'none')
    return undefined
  }),
]
