import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import {
  type CheckContext,
  type Finding,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  type Remark,
  showValue,
} from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { listKeys } from '../../protocol/jose/jwk.ts'
import { hasIntegrity, readIntegrity } from '../../protocol/sd-jwt-vc/integrity.ts'
import { findTypes, listObjects, mergeClaimMetadata, type TypeChain } from '../../protocol/sd-jwt-vc/type-metadata.ts'
import { locateKey } from '../jose/key-rules.ts'
import { jsonCauses } from '../json/causes.ts'
import { isUri } from '../kit/values.ts'
import {
  claimMetadata,
  findDisplayMistakes,
  findLocaleMistakes,
  findNoObjects,
  findNoTexts,
  findOtherThanTexts,
  listPlaced,
} from './claim-metadata.ts'
import { keysOfIssuer, VCISSUER, VCTYPE } from './requirements.ts'
import { listSvgMistakes, readSvg } from './svg.ts'
import { explainMissing, findOtherExtended } from './type-checks.ts'
import { describeIntegrity, isHttps, isIssuerUrl, isRgb, readAsSecure } from './values.ts'

/** A check of type metadata. */
const checkType = (
  requirement: Requirement,
  inspect: (content: JsonObject, context: CheckContext) => Generator<Finding>,
): Check =>
  checkArtefact(requirement, 'type-metadata', function* (content, context) {
    yield* inspect(content, context)
    return undefined
  })

const vct = checkType(VCTYPE.VCT, (content) => findNoTexts(content, '', 'vct'))

const texts = checkType(VCTYPE.TEXTS, (content) => findOtherThanTexts(content, '', 'name', 'description'))

const extended = checkType(VCTYPE.EXTENDS, function* ({ extends: type }) {
  if (type !== undefined && !isUri(type)) yield finding('/extends', 'a URI', showValue(type))
})

const integrity = checkType(VCTYPE.INTEGRITY, function* (content) {
  for (const [at, value] of listIntegrity(content, ''))
    if (!readIntegrity(value)) yield finding(at, 'integrity metadata', showValue(value), describeIntegrity(value))
  for (const [at, { uri, 'uri#integrity': value }] of listPictures(content)) {
    const [expressions, picture] = [readIntegrity(value), readData(uri)]
    if (expressions && picture && !hasIntegrity(picture, expressions))
      yield finding(`${at}/uri#integrity`, 'the digest of the picture in `uri`', 'another one')
  }
})

/** The octets in a `data:` URI in base64. */
function readData(uri: JsonValue | undefined): Buffer | undefined {
  const [, text] = typeof uri === 'string' ? (/^data:[^,]*;base64,([A-Za-z0-9+/]+={0,2})$/i.exec(uri) ?? []) : []
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

/** Every member whose name ends with `#integrity`, where the standard defines one. */
function* listIntegrity(content: JsonObject, at: string): Generator<readonly [string, JsonValue]> {
  const named = (object: JsonObject, place: string, name: string) =>
    object[name] === undefined ? [] : [[`${place}/${name}`, object[name]] as const]
  yield* named(content, at, 'extends#integrity')
  for (const [place, picture] of listPictures(content)) yield* named(picture, place, 'uri#integrity')
}

/** Every logo, background image and SVG template, with its place. */
function* listPictures(content: JsonObject): Generator<readonly [string, JsonObject]> {
  for (const [at, rendering] of listRenderings(content)) {
    const { simple, svg_templates: templates } = rendering
    for (const name of ['logo', 'background_image']) {
      const picture = isObject(simple) ? simple[name] : undefined
      if (isObject(picture)) yield [`${at}/simple/${name}`, picture]
    }
    yield* listPlaced(templates, `${at}/svg_templates`)
  }
}

function* listRenderings({ display }: JsonObject): Generator<readonly [string, JsonObject]> {
  for (const [at, { rendering }] of listPlaced(display, '/display'))
    if (isObject(rendering)) yield [`${at}/rendering`, rendering]
}

function* listTemplates(content: JsonObject): Generator<readonly [string, JsonObject]> {
  for (const [at, { svg_templates: templates }] of listRenderings(content))
    yield* listPlaced(templates, `${at}/svg_templates`)
}

/** A check of type metadata with that of the types that it extends. */
const checkChain = (requirement: Requirement, inspect: (chain: TypeChain, content: JsonObject) => Inspection): Check =>
  checkArtefact(requirement, 'type-metadata', function* (content, { typeMetadata }) {
    const { vct: uri } = content
    if (content.extends === undefined) return notApplicable('the type extends no other')
    if (typeof uri !== 'string') return inconclusive('`vct` is not a string')
    if (!typeMetadata && content.extends !== uri)
      return notApplicable('the type that is extended was not given: see --type-metadata')
    const own = { uri, text: JSON.stringify(content) }
    return yield* inspect(findTypes(uri, [own, ...(typeMetadata ?? [])]), content)
  })

const explainGap = (chain: TypeChain): Remark | undefined =>
  chain.missing && inconclusive(`${explainMissing(chain)}; see --type-metadata`)

const circular = checkChain(VCTYPE.CIRCULAR, function* (chain) {
  if (chain.circular !== undefined)
    yield finding('/extends', 'a chain of types with an end', `${showValue(chain.circular)} twice`)
  return explainGap(chain)
})

const extendsIntegrity = checkChain(VCTYPE['EXTENDS-INTEGRITY'], function* (chain) {
  yield* findOtherExtended(chain.types)
  return explainGap(chain)
})

/** What claim metadata says of a path in a type and in what it extends. */
const comparePaths = (
  requirement: Requirement,
  breaks: (own: JsonObject, inherited: ReturnType<typeof mergeClaimMetadata>[number]) => string | undefined,
): Check =>
  checkChain(requirement, function* (chain, content) {
    const inherited = mergeClaimMetadata(chain.types.slice(1))
    for (const [at, own] of listPlaced(content.claims, '/claims')) {
      const base = inherited.find(({ path }) => JSON.stringify(path) === JSON.stringify(own.path))
      const actual = base && breaks(own, base)
      if (actual !== undefined) yield finding(at, 'what the extended type says', actual)
    }
    return explainGap(chain)
  })

const sdKept = comparePaths(VCTYPE['SD-KEPT'], ({ sd }, base) =>
  sd !== undefined && base.sd !== 'allowed' && sd !== base.sd
    ? `${showValue(sd)}, where it was "${base.sd}"`
    : undefined,
)

const mandatoryKept = comparePaths(VCTYPE['MANDATORY-KEPT'], ({ mandatory }, base) =>
  mandatory === false && base.mandatory ? 'a claim that is no longer mandatory' : undefined,
)

const display = checkType(VCTYPE.DISPLAY, ({ display: list }) => findDisplayMistakes(list, '/display', 'name'))

const locale = checkType(VCTYPE.LOCALE, function* (content) {
  yield* findLocaleMistakes(content.display, '/display')
  yield* claimMetadata.locale(content)
})

const rendering = checkType(VCTYPE.RENDERING, function* ({ display: list }) {
  for (const [place, { rendering: methods }] of listPlaced(list, '/display')) {
    const at = `${place}/rendering`
    if (methods === undefined) continue
    yield* findNoObject(methods, at)
    if (!isObject(methods)) continue
    const { simple, svg_templates: templates } = methods
    yield* findNoObject(simple, `${at}/simple`)
    yield* findNoObjects(templates, `${at}/svg_templates`)
    for (const name of ['logo', 'background_image'])
      yield* findNoObject(isObject(simple) ? simple[name] : undefined, `${at}/simple/${name}`)
  }
})

function* findNoObject(value: JsonValue | undefined, at: string): Generator<Finding> {
  if (value !== undefined && !isObject(value)) yield finding(at, 'an object', showValue(value))
}

const uri = checkType(VCTYPE.URI, function* (content) {
  for (const [at, picture] of listPictures(content)) {
    const isGood = isHttps(picture.uri) || /^data:/i.test(String(picture.uri))
    if (!isGood) yield finding(`${at}/uri`, 'an HTTPS URL or a data URI', showValue(picture.uri))
  }
})

const color = checkArtefact(VCTYPE.COLOR, 'type-metadata', function* (content) {
  let unknown: JsonValue | undefined
  for (const [at, { simple }] of listRenderings(content))
    for (const name of ['background_color', 'text_color']) {
      const value = isObject(simple) ? simple[name] : undefined
      const isGood = value === undefined ? true : isRgb(value)
      if (isGood === false) yield finding(`${at}/simple/${name}`, 'an RGB value such as #12107c', showValue(value))
      if (isGood === undefined) unknown = value
    }
  return unknown === undefined ? undefined : inconclusive(`${showValue(unknown)} may be a CSS color`)
})

const svg = checkType(VCTYPE.SVG, function* (content) {
  for (const [at, { svg_templates: templates }] of listRenderings(content)) {
    const list = listPlaced(templates, `${at}/svg_templates`)
    if (list.length < 2) continue
    for (const [place, { properties }] of list)
      if (properties === undefined) yield finding(`${place}/properties`, 'an object', 'nothing')
  }
})

const svgValues: Readonly<Record<string, readonly unknown[]>> = {
  orientation: ['portrait', 'landscape'],
  color_scheme: ['light', 'dark'],
  contrast: ['normal', 'high'],
}

const svgProperties = checkType(VCTYPE['SVG-PROPERTIES'], function* (content) {
  for (const [place, { properties }] of listTemplates(content)) {
    const at = `${place}/properties`
    if (properties === undefined) continue
    yield* findNoObject(properties, at)
    if (!isObject(properties)) continue
    const known = Object.entries(svgValues).filter(([name]) => properties[name] !== undefined)
    if (known.length === 0) yield finding(at, `one of ${Object.keys(svgValues).join(', ')}`, 'none of them')
    for (const [name, values] of known)
      if (!values.includes(properties[name]))
        yield finding(`${at}/${name}`, values.map(showValue).join(' or '), showValue(properties[name]))
  }
})

const svgText = checkType(VCTYPE['SVG-TEXT'], function* (content) {
  for (const [at, template] of listTemplates(content))
    for (const where of listSvgMistakes(readSvg(template.uri)))
      yield finding(`${at}/uri`, 'placeholders in text', `a placeholder in ${where}`)
})

const svgKnown = checkArtefact(VCTYPE['SVG-KNOWN'], 'type-metadata', function* (content, { typeMetadata = [] }) {
  const base = typeof content.extends === 'string' ? findTypes(content.extends, typeMetadata) : { types: [] }
  const ids = [content, ...base.types.map((each) => each.content)].flatMap(({ claims }) =>
    listObjects(claims).map(({ svg_id: id }) => id),
  )
  for (const [at, template] of listTemplates(content))
    for (const id of readSvg(template.uri).placeholders) {
      if (ids.includes(id)) continue
      if ('missing' in base) return inconclusive(`the placeholder ${showValue(id)} may belong to an extended type`)
      yield finding(`${at}/uri`, 'placeholders that are an `svg_id`', showValue(id))
    }
  return undefined
})

const svgIdOnce = checkType(VCTYPE['SVG-ID-ONCE'], claimMetadata.svgIdOnce)

const sdFirm = checkType(VCTYPE['SD-FIRM'], function* ({ claims }) {
  for (const [at, { sd }] of listPlaced(claims, '/claims'))
    if (sd === undefined || sd === 'allowed') yield finding(`${at}/sd`, '`always` or `never`', showValue(sd))
})

const checkIssuer = (
  requirement: Requirement,
  inspect: (content: JsonObject, context: CheckContext) => Inspection,
): Check => checkArtefact(requirement, 'vc-issuer-metadata', inspect)

const issuer = checkIssuer(VCISSUER.ISSUER, function* ({ issuer: id }, context) {
  if (!isIssuerUrl(readAsSecure(id, context)))
    yield finding('/issuer', 'an HTTPS URL without a query or fragment', showValue(id))
  return undefined
})

const same = checkIssuer(VCISSUER.SAME, function* ({ issuer: id }, { issuer: wanted }) {
  if (wanted === undefined) return notApplicable('the issuer is unknown: see --issuer')
  if (id !== wanted) yield finding('/issuer', showValue(wanted), showValue(id))
  return undefined
})

const keys = checkIssuer(VCISSUER.KEYS, function* ({ jwks, jwks_uri: address }) {
  if (jwks === undefined && address === undefined) yield finding('', '`jwks` or `jwks_uri`', 'neither')
  if (jwks !== undefined && address !== undefined) yield finding('/jwks_uri', 'nothing beside `jwks`', 'both')
  return undefined
})

const jwks = checkIssuer(VCISSUER.JWKS, function* ({ jwks: set }) {
  if (set === undefined) return notApplicable('there is no `jwks`')
  const list = isObject(set) ? set.keys : undefined
  if (!Array.isArray(list)) yield finding('/jwks/keys', 'an array', showValue(list))
  for (const [i, key] of Array.isArray(list) ? list.entries() : [])
    if (!isObject(key) || typeof key.kty !== 'string')
      yield finding(`/jwks/keys/${i}`, 'an object with `kty`', isObject(key) ? 'an object without' : typeof key)
  return undefined
})

const keysInSet = checkFacet(keysOfIssuer, ({ jwks: set }) =>
  listKeys(set).flatMap((key, i) => locateKey(`/jwks/keys/${i}`, key)),
)

const jwksUri = checkIssuer(VCISSUER['JWKS-URI'], function* ({ jwks_uri: address }, context) {
  if (address === undefined) return notApplicable('there is no `jwks_uri`')
  if (!isHttps(readAsSecure(address, context))) yield finding('/jwks_uri', 'an HTTPS URL', showValue(address))
  return undefined
})

export const checks: readonly Check[] = [
  checkReadable(VCTYPE.READ, 'type-metadata', jsonCauses),
  vct,
  texts,
  extended,
  integrity,
  extendsIntegrity,
  circular,
  display,
  locale,
  rendering,
  uri,
  color,
  svg,
  svgProperties,
  svgText,
  svgKnown,
  checkType(VCTYPE.CLAIMS, claimMetadata.claims),
  checkType(VCTYPE.PATH, claimMetadata.path),
  checkType(VCTYPE['CLAIM-DISPLAY'], claimMetadata.display),
  checkType(VCTYPE.MANDATORY, claimMetadata.mandatory),
  checkType(VCTYPE.SD, claimMetadata.sd),
  sdFirm,
  checkType(VCTYPE['SVG-ID'], claimMetadata.svgId),
  svgIdOnce,
  sdKept,
  mandatoryKept,
  checkReadable(VCISSUER.READ, 'vc-issuer-metadata', jsonCauses),
  issuer,
  same,
  keys,
  jwks,
  ...keysInSet,
  jwksUri,
]
