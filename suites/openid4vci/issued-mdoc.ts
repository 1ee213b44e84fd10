import { coseLabels } from '../../protocol/cbor/cose.ts'
import type { WritableCbor } from '../../protocol/cbor/encode.ts'
import { isObject, type JsonObject, readText } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { writeCoseKey } from '../../protocol/mdoc/cose-key.ts'
import { writeTime } from '../../protocol/mdoc/device-signed.ts'
import { dropMembers, setMembers } from '../kit/samples.ts'
import { formatTime, type MdocChange, type Members, makeMdocSample, setEntries, setLabel } from '../mdoc/sample.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost } from '../sd-jwt/test-authority.ts'
import type { IssuanceDraft } from './actors/credential.ts'
import { changeConfigurations, changeMetadata, changeOffer, combine, type IssuerMutation } from './issuer-changes.ts'

const docType = 'org.example.membership.1'

/** What an mdoc has otherwise than the usual one, and what else is different in each. */
export type IssuedMdocChange = MdocChange | ((draft: IssuanceDraft, count: number) => MdocChange)

const changeFormat = (configuration: JsonObject): JsonObject => ({
  ...dropMembers('vct')(configuration),
  format: 'mso_mdoc',
  doctype: docType,
  cryptographic_binding_methods_supported: ['cose_key'],
  credential_signing_alg_values_supported: [-7],
})

/** Says that it issues mdocs. */
export const describeMdoc: IssuerMutation = changeConfigurations(changeFormat)

/** Issues mdocs for configurations of that format. */
const writeByFormat =
  (change?: IssuedMdocChange): IssuerMutation =>
  (steps) => {
    const write = writeMdocs(change)
    const isMdoc = ({ configuration: { format } }: IssuanceDraft): boolean => format === 'mso_mdoc'
    return { ...steps, writeCredential: (draft) => (isMdoc(draft) ? write(draft) : steps.writeCredential(draft)) }
  }

/** Issues mdocs in place of SD-JWTs. */
export const issueMdocs = (change: IssuedMdocChange = {}): IssuerMutation =>
  combine(describeMdoc, writeByFormat(change))

/** Offers a credential as an SD-JWT and as an mdoc. */
export const offerBothFormats: IssuerMutation = combine(
  writeByFormat(),
  changeMetadata((metadata) => {
    const { credential_configurations_supported: all } = metadata
    const own = isObject(all) && isObject(all.membership) ? all.membership : {}
    return {
      ...metadata,
      credential_configurations_supported: {
        ...Object(all),
        document: { ...changeFormat(own), ...(own.scope !== undefined && { scope: 'document' }) },
      },
    }
  }),
  changeOffer(setMembers({ credential_configuration_ids: ['membership', 'document'] })),
)

function writeMdocs(change: IssuedMdocChange = {}): (draft: IssuanceDraft) => string {
  let count = 0
  return (draft) => writeMdoc(draft, typeof change === 'function' ? change(draft, count++) : change)
}

const keep = <T>(value: T): T => value
const hour = 3600
const month = 30 * 86_400

/** Seconds since 1970, as an mdoc has them. */
export const writeMdocTime = (seconds: number): WritableCbor => writeTime(formatTime(seconds))

const makeDeviceKey = ({ confirmation }: IssuanceDraft): Members | undefined =>
  isObject(confirmation?.jwk) ? writeCoseKey(confirmation.jwk as Jwk) : undefined

/** Issues an mdoc with the elements of a membership, signed by the issuer that the test authority certifies. */
function writeMdoc(draft: IssuanceDraft, change: MdocChange): string {
  const { now, hidden, configuration, makeSalt, changeElements } = draft
  const { item = keep, object = keep, validity = keep, auth = {} } = change
  const [type, key] = [readText(configuration.doctype), makeDeviceKey(draft)]
  // The credentials of a batch share no exact time (OpenID4VCI 1.0, section 15.4.1).
  const [begins, ends] = [writeMdocTime(now - (now % hour)), writeMdocTime(now - (now % hour) + month)]
  const deviceKeyInfo = key && new Map<string, WritableCbor>([['deviceKey', key]])
  const certificate = certifyHost(new URL(draft.base).hostname, toPublic(keys.issuer), draft.base)
  return makeMdocSample({
    elements: changeElements(
      hidden.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value, type] as const] : [])),
    ),
    ...change,
    item: (own, i) => item(setRandom(own, makeSalt), i),
    object: (own) => object(setEntries({ docType: type, deviceKeyInfo })(own)),
    validity: (own) => validity(setEntries({ signed: begins, validFrom: begins, validUntil: ends })(own)),
    auth: { unprotected: setLabel(coseLabels.x5chain, certificate), ...auth },
  }).text
}

const setRandom = (item: Members, makeSalt: IssuanceDraft['makeSalt']): Members =>
  setEntries({ random: Buffer.from(makeSalt(`${item.get('elementIdentifier')}`), 'base64url') })(item)
