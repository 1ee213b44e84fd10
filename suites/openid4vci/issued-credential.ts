import { coseLabels, nameCoseAlgorithm } from '../../protocol/cbor/cose.ts'
import type { CborMap, CborValue } from '../../protocol/cbor/decode.ts'
import { isCborMap } from '../../protocol/cbor/decode.ts'
import { isObject, type JsonObject, type JsonValue, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { readCoseKey } from '../../protocol/mdoc/cose-key.ts'
import { readMdoc } from '../../protocol/mdoc/recognise.ts'
import { readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../protocol/sd-jwt/processing.ts'
import { readAuth, readDeviceKey, readItems, readMoment, readObject } from '../mdoc/parts.ts'
import type { StatusPlace } from '../token-status-list/check-place.ts'

/** What an issuer put into a credential, in whatever format. */
export interface IssuedContent {
  /** Its type first, and those that it has in addition (SD-JWT VC draft 19, section 2.2.2.2). */
  readonly types: readonly (JsonValue | undefined)[]
  /** By what it is signed, with the names that JOSE has. */
  readonly algorithms: readonly unknown[]
  /** The key to which it is bound: `none`, or nothing if it is named in another way. */
  readonly holder?: string
  readonly salts: readonly string[]
  /** Its place in a status list. */
  readonly place?: StatusPlace
  /** Seconds since 1970; `null` where there is none. */
  readonly times: readonly (JsonValue | null)[]
  /** What it says of its holder; nothing, where it cannot be read. */
  readonly dataset?: unknown
}

/** What identifies a public key, whatever else is written beside it. */
export const nameKey = ({ kty, crv, x, y, n, e }: Jwk): string =>
  JSON.stringify([kty, crv, x, y, n, e].map((member) => member ?? null))

/** Reads a credential; nothing, if it is in no format that can be read. */
export function readIssued(credential: JsonValue): IssuedContent | undefined {
  if (typeof credential !== 'string') return undefined
  const read = attempt(() => readVc(credential))
  if ('value' in read) return read.value
  const signed = attempt(() => readSigned(readMdoc(credential)))
  return 'value' in signed ? signed.value : undefined
}

/** Claims that differ between credentials about the same. */
const ownClaims = new Set(['iat', 'nbf', 'exp', 'cnf', 'status', 'jti', 'id', 'sub', '_sd_alg'])

function readVc(text: string): IssuedContent {
  const { payload, signatures } = readAnySdJwt(text)
  const { iat = null, nbf = null, exp = null, cnf, status, vct, aka_vcts: others } = payload
  const known = attempt(() => applyDisclosures(readAnySdJwt(text))?.payload)
  const place = isObject(status) && isObject(status.status_list) ? readPlace(status.status_list) : undefined
  return {
    ...{ types: [vct, ...(Array.isArray(others) ? others : [])], times: [iat, nbf, exp] },
    algorithms: signatures.map(({ header }) => header.alg),
    ...(cnf === undefined && { holder: 'none' }),
    ...(isObject(cnf) && isObject(cnf.jwk) && { holder: nameKey(cnf.jwk) }),
    salts: readSalts(text),
    ...(place && { place }),
    ...('value' in known && known.value && { dataset: dropOwn(known.value) }),
  }
}

const readPlace = ({ idx, uri }: { readonly idx?: unknown; readonly uri?: unknown }): StatusPlace | undefined =>
  typeof idx === 'number' && typeof uri === 'string' ? { idx, uri } : undefined

const dropOwn = (payload: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !ownClaims.has(name)))

const readSalts = (credential: string): readonly string[] =>
  credential
    .split('~')
    .slice(1, -1)
    .flatMap((text) => {
      const read = attempt(() => parseJson(Buffer.from(text, 'base64url').toString()))
      const [salt] = 'value' in read && Array.isArray(read.value) ? read.value : []
      return typeof salt === 'string' ? [salt] : []
    })

/** Elements that differ between documents about the same, as those of ISO/IEC 18013-5 do. */
const ownElements = new Set<CborValue>(['issue_date', 'expiry_date', 'issuance_date'])

function readSigned(signed: CborMap): IssuedContent | undefined {
  const [auth, object] = [readAuth(signed), readObject(signed)]
  if (!auth || !object) return undefined
  const key = readCoseKey(readDeviceKey(object))
  const type = object.get('docType')
  const items = readItems(signed).flatMap(({ nameSpace, item }) => (item ? [{ nameSpace, item }] : []))
  const randoms = items.map(({ item }) => item.get('random')).filter((each) => Buffer.isBuffer(each))
  const place = readListPlace(object)
  return {
    types: [typeof type === 'string' ? type : undefined],
    algorithms: [nameCoseAlgorithm(auth.protected.get(coseLabels.alg))],
    ...(key && { holder: nameKey(key) }),
    salts: randoms.map((each) => each.toString('base64url')),
    ...(place && { place }),
    times: ['signed', 'validFrom', 'validUntil'].map((name) => readSeconds(object, name)),
    dataset: new Map(
      items
        .filter(({ item }) => !ownElements.has(item.get('elementIdentifier')))
        .map(({ nameSpace, item }) => [`${nameSpace} ${item.get('elementIdentifier')}`, item.get('elementValue')]),
    ),
  }
}

const readSeconds = (object: CborMap, name: string): number | null => {
  const moment = readMoment(object, name)
  return moment === undefined ? null : moment / 1000
}

function readListPlace(object: CborMap): StatusPlace | undefined {
  const status = object.get('status')
  const list = isCborMap(status) ? status.get('status_list') : undefined
  return isCborMap(list) ? readPlace({ idx: list.get('idx'), uri: list.get('uri') }) : undefined
}
