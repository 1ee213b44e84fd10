import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { inconclusive, notApplicable } from '../../model/finding.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { jsonCauses } from '../json/causes.ts'
import { findUnless, isFilled, isText, listMembers } from '../kit/values.ts'
import { isHttps, isIssuerUrl, readAsSecure } from '../sd-jwt-vc/values.ts'
import { preAuthorizedGrant } from './actors/names.ts'
import { VCIOFFER } from './requirements.ts'

const kind = 'vci-offer'
const unknown = inconclusive('the metadata of the issuer is unknown: see --issuer-metadata')

const readGrant = ({ grants }: JsonObject, name: string): JsonObject | undefined => {
  const grant = isObject(grants) ? grants[name] : undefined
  return isObject(grant) ? grant : undefined
}

const readTxCode = (offer: JsonObject): JsonObject | undefined => {
  const code = readGrant(offer, preAuthorizedGrant)?.tx_code
  return isObject(code) ? code : undefined
}

const at = `/grants/${preAuthorizedGrant}`

export const checks: readonly Check[] = [
  checkArtefact(VCIOFFER.ONE, 'vci-offer-link', function* ({ parameters }) {
    const found = parameters.filter(([name]) => /^credential_offer(_uri)?$/.test(name)).length
    yield* findUnless(found === 1, 'query', 'one of `credential_offer` and `credential_offer_uri`', `${found} of them`)
    return undefined
  }),
  checkArtefact(VCIOFFER.URI, 'vci-offer-link', function* ({ parameters }, context) {
    for (const [name, value] of parameters)
      if (name === 'credential_offer_uri')
        yield* findUnless(isHttps(readAsSecure(value, context)), `?${name}`, 'an HTTPS URL', value)
    return undefined
  }),
  checkReadable(VCIOFFER.JSON, kind, jsonCauses),
  checkArtefact(VCIOFFER.ISSUER, kind, function* ({ credential_issuer: issuer }, context) {
    const isGood = isIssuerUrl(readAsSecure(issuer, context))
    yield* findUnless(isGood, '/credential_issuer', 'an HTTPS URL without a query or fragment', issuer)
    return undefined
  }),
  checkArtefact(VCIOFFER.SAME, kind, function* ({ credential_issuer: issuer }, { issuerMetadata }) {
    if (!issuerMetadata) return notApplicable('the metadata was not given')
    const { credential_issuer: wanted } = issuerMetadata
    yield* findUnless(issuer === wanted, '/credential_issuer', `${wanted}`, issuer)
    return undefined
  }),
  checkArtefact(VCIOFFER.IDS, kind, function* ({ credential_configuration_ids: ids }) {
    yield* findUnless(isFilled(ids, isText), '/credential_configuration_ids', 'at least one string', ids)
    return undefined
  }),
  checkArtefact(VCIOFFER.UNIQUE, kind, function* ({ credential_configuration_ids: ids }) {
    if (!Array.isArray(ids)) return inconclusive('there is no array')
    yield* findUnless(new Set(ids).size === ids.length, '/credential_configuration_ids', 'each id once', ids)
    return undefined
  }),
  checkArtefact(VCIOFFER.KNOWN, kind, function* ({ credential_configuration_ids: ids }, { issuerMetadata }) {
    const known = issuerMetadata?.credential_configurations_supported
    if (!isObject(known)) return issuerMetadata ? unknown : notApplicable('the metadata was not given')
    for (const [i, id] of Array.isArray(ids) ? ids.entries() : [])
      if (isText(id))
        yield* findUnless(Object.hasOwn(known, id), `/credential_configuration_ids/${i}`, 'one in the metadata', id)
    return undefined
  }),
  checkArtefact(VCIOFFER.GRANTS, kind, function* ({ grants }) {
    const isGood = grants === undefined || (isObject(grants) && Object.values(grants).every(isObject))
    yield* findUnless(isGood, '/grants', 'an object of objects', grants)
    return undefined
  }),
  checkArtefact(VCIOFFER.STATE, kind, function* (offer) {
    const state = readGrant(offer, 'authorization_code')?.issuer_state
    yield* findUnless(
      state === undefined || isText(state),
      '/grants/authorization_code/issuer_state',
      'a string',
      state,
    )
    return undefined
  }),
  checkArtefact(VCIOFFER.CODE, kind, function* (offer) {
    const grant = readGrant(offer, preAuthorizedGrant)
    if (!grant) return notApplicable('there is no pre-authorized code')
    yield* findUnless(
      isText(grant['pre-authorized_code']),
      `${at}/pre-authorized_code`,
      'a string',
      grant['pre-authorized_code'],
    )
    return undefined
  }),
  checkArtefact(VCIOFFER['TX-CODE'], kind, function* (offer) {
    const code = readGrant(offer, preAuthorizedGrant)?.tx_code
    yield* findUnless(code === undefined || isObject(code), `${at}/tx_code`, 'an object', code)
    return undefined
  }),
  checkArtefact(VCIOFFER['INPUT-MODE'], kind, function* (offer) {
    const mode = readTxCode(offer)?.input_mode
    yield* findUnless(
      [undefined, 'numeric', 'text'].includes(mode as never),
      `${at}/tx_code/input_mode`,
      '`numeric` or `text`',
      mode,
    )
    return undefined
  }),
  checkArtefact(VCIOFFER.LENGTH, kind, function* (offer) {
    const length = readTxCode(offer)?.length
    yield* findUnless(length === undefined || Number.isInteger(length), `${at}/tx_code/length`, 'an integer', length)
    return undefined
  }),
  checkArtefact(VCIOFFER.DESCRIPTION, kind, function* (offer) {
    const text = readTxCode(offer)?.description
    const isGood = text === undefined || (isText(text) && [...text].length <= 300)
    yield* findUnless(
      isGood,
      `${at}/tx_code/description`,
      'a string of at most 300 characters',
      isText(text) ? `${text.length} characters` : text,
    )
    return undefined
  }),
  checkArtefact(VCIOFFER.SERVER, kind, function* ({ grants }, { issuerMetadata }) {
    if (!issuerMetadata) return notApplicable('the metadata was not given')
    const servers = issuerMetadata.authorization_servers
    const several = Array.isArray(servers) && servers.length > 1 ? servers : []
    for (const [place, { authorization_server: server }] of listMembers(grants, '/grants'))
      if (server !== undefined)
        yield* findUnless(
          several.includes(server),
          `${place}/authorization_server`,
          'one of several in the metadata',
          server,
        )
    return undefined
  }),
]
