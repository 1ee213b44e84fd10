import { coseLabels } from '../../protocol/cbor/cose.ts'
import type { WritableCbor } from '../../protocol/cbor/encode.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import type { TokenClaims } from '../../protocol/status-list/secured-token.ts'
import { type CoseHeaderChange, coseProof } from '../cose/header-changes.ts'
import { proveMessages } from '../http/message-changes.ts'
import { type JwtChange, jwtProof } from '../jose/jwt-changes.ts'
import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import { proveTexts } from '../json/text-changes.ts'
import { type Forge, listForgedFaults, listForgedVariants, markTolerated } from '../kit/samples.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { messages } from './http-messages.ts'
import { texts } from './json-texts.ts'
import { coseOf, jwtsOf, keysOfList } from './requirements.ts'
import { listUri, type StatusSampleChange, type TokenChange } from './sample.ts'

type Members = ReadonlyMap<number, WritableCbor>
type Key = typeof keys.issuer | typeof keys.holder

const change =
  (how: ((members: JsonObject) => JsonObject) | undefined) =>
  (members: TokenClaims): TokenClaims =>
    how?.(members as JsonObject) ?? members // it is one of JSON

const forgeToken = ({ header, payload, key }: JwtChange, signer: Key): TokenChange => ({
  header: change(header && ((all) => header(all, toPublic(signer)))),
  claims: change(payload && ((all) => payload(all, sampleTime))),
  ...(key && { key }),
})

/** Each time of a list has a row of its own; `exp` stands for them. */
const isOtherTime = ({ payload }: JwtChange): boolean =>
  ['iat', 'nbf'].some((name) => typeof payload?.({}, sampleTime)[name] === 'string')

const forgeList: Forge<JwtChange, StatusSampleChange> = (how) =>
  isOtherTime(how)
    ? undefined
    : { list: forgeToken(how, keys.holder), ...(how.isUnknown && { facts: { jwks: undefined } }) }

const forgeReference: Forge<JwtChange, StatusSampleChange> = (how) => ({
  about: 'token',
  token: forgeToken(how, keys.issuer),
  ...(how.isUnknown && { facts: { jwks: undefined } }),
})

/** The key of the Status Issuer in the header of its list, beside its `kid`. */
const forgeKey: Forge<KeyChange, StatusSampleChange> = (how) => ({
  list: { header: (members) => ({ ...members, jwk: how(toPublic(keys.holder)) }) },
})

/** A CWT whose headers have more. What is not protected is added after it was signed. */
const addHeaders = ({ own = [], unprotected = [] }: CoseHeaderChange): TokenChange => ({
  format: 'cwt',
  parameters: own,
  parts: ([first, headers, ...rest]) => [first, new Map([...(headers as Members), ...unprotected]), ...rest], // it is a map
})

/** A CWT with certificates that are not protected. */
export const setChain = (...chain: readonly Buffer[]): TokenChange =>
  addHeaders({ unprotected: [[coseLabels.x5chain, chain.length === 1 ? (chain[0] ?? null) : [...chain]]] })

const forgeListHeader: Forge<CoseHeaderChange, StatusSampleChange> = (how) => ({ list: addHeaders(how) })

const forgeReferenceHeader: Forge<CoseHeaderChange, StatusSampleChange> = (how) => ({
  about: 'token',
  token: addHeaders(how),
})

/** No sentence obliges relying parties to look at what was added; what they have to find is listed by itself. */
export const jwtFaults = [
  ...listForgedFaults(jwtsOf.list, jwtProof, forgeList),
  ...listForgedFaults(keysOfList, keyProof, forgeKey),
  ...listForgedFaults(jwtsOf.reference, jwtProof, forgeReference),
  ...listForgedFaults(coseOf.list, coseProof, forgeListHeader),
  ...listForgedFaults(coseOf.reference, coseProof, forgeReferenceHeader),
].map(markTolerated)

export const jwtVariants = [
  ...listForgedVariants(jwtsOf.list, jwtProof, forgeList),
  ...listForgedVariants(keysOfList, keyProof, forgeKey),
  ...listForgedVariants(jwtsOf.reference, jwtProof, forgeReference),
  ...listForgedVariants(coseOf.list, coseProof, forgeListHeader),
  ...listForgedVariants(coseOf.reference, coseProof, forgeReferenceHeader),
]

export const textProofs = proveTexts(texts, (_, write): StatusSampleChange => ({ about: 'aggregation', write }))

const writeAggregation = (): string => JSON.stringify({ status_lists: [listUri] })

export const messageProofs = proveMessages(messages, (kind, { type, write, encoding }): StatusSampleChange => {
  const isList = kind === 'status-list-token'
  const usual = isList ? 'application/statuslist+jwt' : 'application/json'
  const typed = type ? type(usual) : usual
  return {
    about: 'response',
    response: {
      headers: ({ 'content-type': _, ...all }) => ({ ...all, ...(typed !== undefined && { 'content-type': typed }) }),
      ...(!isList && { body: () => write?.(writeAggregation()) ?? writeAggregation() }),
      ...(encoding && { encoding }),
    },
  }
})
