import { coseLabels } from '../../../../protocol/cbor/cose.ts'
import { encodeCbor, type WritableCbor } from '../../../../protocol/cbor/encode.ts'
import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { writeTime } from '../../../../protocol/mdoc/device-signed.ts'
import { drivingLicence } from '../../../../protocol/mdoc/driving-licence.ts'
import { encodedTag, type MdocElement } from '../../../../protocol/mdoc/issuer-signed.ts'
import { makeVpTranscript } from '../../../../protocol/openid4vp/transcripts.ts'
import {
  formatTime,
  licencePurpose,
  type MdocChange,
  type Members,
  makeMdocSample,
  setEntries,
  setLabel,
} from '../../../mdoc/sample.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyIssuer } from '../../../sd-jwt/test-authority.ts'
import { readPath } from '../../presented.ts'
import type { PresentationChange } from '../../verifier/probes.ts'
import { chooseClaims, needsSeveral } from './choose-credentials.ts'
import { chooseOther, chooseValue, listCompared } from './issue-sd-jwt.ts'
import { certifyAsNamesake, certifySelf } from './issuer-trust.ts'
import type { PresentationTask } from './session.ts'

/** A presentation of an mdoc that is made for the query, signed by its device for the session of the request. */
export function presentMdoc(task: PresentationTask): string {
  const { query, request, encryptionKey: key, issuer, change } = task
  const docType = chooseType(query, change)
  const transcript = makeVpTranscript(changeSession(request, change), {
    ...(change !== 'keyless-session' && { key }),
    origin: changeOrigin(task),
  })
  const extensions = docType === drivingLicence ? [licencePurpose] : []
  const forge = change && forgeries[change]
  const certificate = forge ? forge(issuer, keys.holder, extensions) : certifyIssuer(issuer, extensions)
  const { text } = makeMdocSample({
    about: 'response',
    elements: listElements(query, change),
    object: (object) => setEntries({ docType: change === 'relabelled' ? 'org.example.another' : docType })(object),
    validity: setEntries(chooseTimes(task)),
    document: setEntries({ docType }),
    signedType: docType,
    auth: {
      unprotected: setLabel(coseLabels.x5chain, certificate),
      ...(forge && { signer: 'device' }),
      ...(change === 'other-issuer' && { signed: () => Buffer.from('something else') }),
      ...(change === 'broken-signature' && { parts: breakLast }),
    },
    ...(transcript && { transcript }),
    ...deviceChanges(change),
    ...issuedChanges(change),
  })
  return text
}

/** The certificates of issuers that are not trusted. */
const forgeries: { readonly [K in PresentationChange]?: typeof certifySelf } = {
  'self-certified': certifySelf,
  'namesake-certified': certifyAsNamesake,
}

function chooseType({ meta }: JsonObject, change?: PresentationChange): string {
  const wanted = isObject(meta) ? readText(meta.doctype_value) : ''
  return change === 'other-type' ? 'org.example.another' : wanted || drivingLicence
}

/** The request for which the device signs. */
function changeSession(request: JsonObject, change?: PresentationChange): JsonObject {
  if (change === 'other-nonce') return { ...request, nonce: 'n-of-another-session-0S6_WzA2Mjq7' }
  if (change === 'other-audience') return { ...request, client_id: 'x509_san_dns:other.example' }
  return change === 'other-address' ? { ...request, response_uri: 'https://other.example/response' } : request
}

const changeOrigin = ({ origin, change }: PresentationTask): string | undefined =>
  origin !== undefined && change === 'other-audience' ? 'https://other.example' : origin

/** Dates are full dates in an mdoc. */
const toElement = (value: ReturnType<typeof chooseValue>): WritableCbor => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return { tag: 1004, value }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : 'example'
}

const listElements = (query: JsonObject, change?: PresentationChange): readonly MdocElement[] =>
  chooseClaims(query).flatMap((claim) => {
    const [nameSpace, name] = readPath(claim)
    if (typeof nameSpace !== 'string' || typeof name !== 'string') return []
    const other = change === 'other-value' ? chooseOther(claim) : undefined
    return [[name, toElement(other ?? chooseValue(claim, name)), nameSpace] as const]
  })

/** Whether a query needs several elements of its first name space. */
function needsSeveralOfFirst(query: JsonObject): boolean {
  const [first, ...others] = listElements(query)
  const names = [first, ...others].filter((each) => each?.[2] === first?.[2]).map((each) => each?.[0])
  return query.claim_sets === undefined && names.length > 1 && new Set(names).size === names.length
}

const day = 86_400

/** Before any certificate of the test authority was valid. */
const longAgo = '2024-06-01T00:00:00Z'

function chooseTimes({ now, change }: PresentationTask): Readonly<Record<string, WritableCbor>> {
  const write = (days: number): WritableCbor => writeTime(formatTime(now + days * day))
  if (change === 'expired') return { signed: write(-60), validFrom: write(-60), validUntil: write(-30) }
  if (change === 'not-yet-valid') return { signed: write(-1), validFrom: write(30), validUntil: write(60) }
  const signed = change === 'signed-early' ? writeTime(longAgo) : write(-1)
  return { signed, validFrom: write(-1), validUntil: write(30) }
}

/** Changes one bit of a signature. */
const breakLast = (parts: readonly WritableCbor[]): readonly WritableCbor[] => {
  const signature = Buffer.from(parts[3] as Buffer) // the fourth part of a COSE message
  signature.writeUInt8(signature.readUInt8(20) ^ 1, 20)
  return [...parts.slice(0, 3), signature]
}

function deviceChanges(change?: PresentationChange): MdocChange {
  if (change === 'unbound') return { deviceSigned: setEntries({ deviceAuth: new Map() }) }
  if (change === 'other-holder') return { device: { signer: 'issuer' } }
  return change === 'broken-binding' ? { device: { parts: breakLast } } : {}
}

const invented: Members = new Map<string, WritableCbor>([
  ['digestID', 999],
  ['random', Buffer.alloc(32, 9)],
  ['elementIdentifier', 'nickname'],
  ['elementValue', 'invented'],
])

/** Changes what is shown after the issuer has signed it. */
function issuedChanges(change?: PresentationChange): MdocChange {
  const edit = (edited: (items: readonly WritableCbor[]) => readonly WritableCbor[]): MdocChange => ({
    issuerSigned: (all) => setEntries({ nameSpaces: editFirst(all.get('nameSpaces') as SpaceItems, edited) })(all),
  })
  if (change === 'missing-first-claim') return edit((items) => items.slice(1))
  if (change === 'missing-last-claim') return edit((items) => items.slice(0, -1))
  if (change === 'missing-claim') return { issuerSigned: setEntries({ nameSpaces: undefined }) }
  if (change === 'invented-claim') return edit((items) => [...items, wrap(invented)])
  if (change === 'altered-claim')
    return edit(([, ...items]) => [wrap(setEntries({ digestID: 0, elementValue: 'changed' })(invented)), ...items])
  return {}
}

type SpaceItems = ReadonlyMap<string, readonly WritableCbor[]>

const wrap = (item: Members): WritableCbor => ({ tag: encodedTag, value: encodeCbor(item) })

const editFirst = (
  spaces: SpaceItems,
  edited: (items: readonly WritableCbor[]) => readonly WritableCbor[],
): SpaceItems => new Map([...spaces].map(([space, items], i) => [space, i === 0 ? edited(items) : items]))

const supported: ReadonlySet<PresentationChange> = new Set([
  'other-nonce',
  'other-audience',
  'other-address',
  'keyless-session',
  'signed-early',
  'unbound',
  'other-holder',
  'broken-binding',
  'other-issuer',
  'self-certified',
  'namesake-certified',
  'broken-signature',
  'altered-claim',
  'invented-claim',
  'expired',
  'not-yet-valid',
  'other-type',
  'relabelled',
  'missing-claim',
  'missing-first-claim',
  'missing-last-claim',
])

/** What makes no difference where no element is asked for. */
const ofElements: ReadonlySet<PresentationChange> = new Set(['altered-claim', 'invented-claim', 'missing-claim'])

/** Whether a change makes a difference: whether there is what it changes. */
export function canChangeMdoc(change: PresentationChange, { query, origin, encryptionKey }: PresentationTask): boolean {
  if (change === 'keyless-session') return encryptionKey !== undefined
  if (change === 'other-address' && origin !== undefined) return false
  if (change === 'other-type') return isObject(query.meta) && typeof query.meta.doctype_value === 'string'
  if (change === 'other-value') return listCompared(query).length > 0
  // An empty name space would be wrong by itself.
  if (needsSeveral.has(change) && !needsSeveralOfFirst(query)) return false
  return supported.has(change) && (!ofElements.has(change) || listElements(query).length > 0)
}
