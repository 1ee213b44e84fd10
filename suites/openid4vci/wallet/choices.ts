import { type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { openJweWithAny, readJwe } from '../../../protocol/jose/jwe.ts'
import { listKeys } from '../../../protocol/jose/jwk.ts'
import { reverseMembers, setMembers } from '../../kit/samples.ts'
import { unrelatedEcKey } from '../../kit/unrelated-keys.ts'
import { listEncryptionKeys, showEncryptionKey, unknownEncryptionKey } from '../../sd-jwt/encryption-keys.ts'
import { toPublic } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyIssuerByChain } from '../../sd-jwt/test-authority.ts'
import {
  changeBody,
  changeConfigurations,
  changeMetadata,
  changeOffer,
  changeResponse,
  changeServer,
  combine,
  type IssuerMutation,
  offerSeveral,
  requireEncryption,
  setHeaders,
  setSteps,
  validateMore,
} from '../issuer-changes.ts'
import { makeWalletProbe, type WalletProbe } from './make-probe.ts'
import { VCIWALLET } from './requirements.ts'

// What an issuer may choose. Whatever it is, a wallet obtains the credential.

const text = (number: string): string => `OpenID4VCI 1.0, section ${number}`

/** Has a query in the address of these endpoints, which has to be kept. */
const addQueriesTo = (metadata: JsonObject, ...names: readonly string[]): JsonObject => ({
  ...metadata,
  ...Object.fromEntries(
    names.flatMap((name) => (metadata[name] === undefined ? [] : [[name, `${readText(metadata[name])}?tenant=a%20b`]])),
  ),
})

/** Has a query in the address of the endpoints of OAuth. */
export const addQueries = changeServer((server) => addQueriesTo(server, 'token_endpoint', 'authorization_endpoint'))

const addIssuerQueries = changeMetadata((metadata) =>
  addQueriesTo(
    metadata,
    ...['credential', 'nonce', 'deferred_credential', 'notification'].map((name) => `${name}_endpoint`),
  ),
)

export const encrypted = combine(
  requireEncryption('credential_request_encryption'),
  requireEncryption('credential_response_encryption'),
)

/** Other private keys to which requests may be encrypted. */
export const otherRequestKeys = listEncryptionKeys('request')

const changeEncryption = (
  name: 'credential_request_encryption' | 'credential_response_encryption',
  change: (encryption: JsonObject) => JsonObject,
): IssuerMutation => changeMetadata((metadata) => ({ ...metadata, [name]: change(Object(metadata[name])) }))

/** Has keys for requests that few wallets have, and one that none has, before the usual one. */
const addRequestKeys = combine(
  changeEncryption('credential_request_encryption', ({ jwks, ...rest }) => ({
    ...rest,
    jwks: { keys: [unknownEncryptionKey, ...otherRequestKeys.map(showEncryptionKey), ...listKeys(jwks)] },
  })),
  setSteps({ open: (jwe, key) => openJweWithAny(readJwe(jwe), [key, ...otherRequestKeys]).plaintext.toString('utf8') }),
)

/** Encrypts by one algorithm alone, and so has to be asked. */
export const encryptBy = (enc: string): IssuerMutation => {
  const change = (encryption: JsonObject): JsonObject => ({ ...encryption, enc_values_supported: [enc] })
  return combine(
    encrypted,
    changeEncryption('credential_request_encryption', change),
    changeEncryption('credential_response_encryption', change),
  )
}

const addValues = (encryption: JsonObject, name: string, ...values: readonly string[]): JsonObject => {
  const known = encryption[name]
  return { ...encryption, [name]: [...values, ...(Array.isArray(known) ? known : [])] }
}

/** Names algorithms that few wallets have before the usual ones. */
const addAlgorithms = combine(
  changeEncryption('credential_request_encryption', (all) => addValues(all, 'enc_values_supported', 'A256CBC-HS512')),
  changeEncryption('credential_response_encryption', (all) =>
    addValues(addValues(all, 'enc_values_supported', 'A256CBC-HS512'), 'alg_values_supported', 'RSA-OAEP-256'),
  ),
)

/** Publishes other keys before that by which it signs credentials: one for encryption, and one that is retired. */
const addKeys = changeResponse(
  'keys',
  changeBody((metadata) => ({
    ...metadata,
    jwks: {
      keys: [
        { ...unrelatedEcKey, kid: 'encryption-key' },
        { ...toPublic(keys.holder), kid: 'earlier-key', use: 'sig', alg: 'ES256' },
        ...listKeys(metadata.jwks),
      ],
    },
  })),
)

/** Has a configuration before those that it offers, which it does not grant. */
const addConfiguration = (id: string, configuration: JsonObject): IssuerMutation =>
  combine(
    changeMetadata(({ credential_configurations_supported: offered, ...metadata }) => ({
      ...metadata,
      credential_configurations_supported: { [id]: configuration, ...Object(offered) },
    })),
    validateMore('configuration-known', (request) => request.credential_configuration_id !== id),
    (steps) => ({ ...steps, grant: (granted) => steps.grant(granted).filter((each) => each !== id) }),
  )

const ofOthers: JsonObject = { format: 'dc+sd-jwt', scope: 'x-other', vct: 'https://types.example/of-others' }
const addOther = addConfiguration('x-other', ofOthers)

const addMadeUp = addConfiguration('x-made-up', { format: 'x-format', scope: 'x-made-up' })

const display: readonly JsonObject[] = [
  { name: 'Verein', locale: 'de-CH' },
  { name: '\u0938\u0902\u0918', locale: 'hi', logo: { uri: 'data:image/png;base64,iVBORw0KGgo=', alt_text: 'logo' } },
  { name: 'Association' },
]

const showLanguages = combine(
  changeMetadata(setMembers({ display })),
  changeConfigurations((all) => ({ ...all, credential_metadata: { ...Object(all.credential_metadata), display } })),
)

const reverseAll = combine(changeMetadata(reverseMembers), changeServer(reverseMembers), changeOffer(reverseMembers))

const capitals = setHeaders({ 'content-type': 'Application/JSON; Charset=UTF-8' })

const writeCapitals = combine(
  ...(['issuerMetadata', 'serverMetadata', 'token', 'nonce'] as const).map((name) => changeResponse(name, capitals)),
)

/** Has three authorities between that of its credentials and the root. */
export const certifyByChain: IssuerMutation = (steps) => {
  let issuer = ''
  return {
    ...steps,
    issuerMetadata: (base) => {
      issuer = base
      return steps.issuerMetadata(base)
    },
    credentialHeader: (header) => {
      const x5c = certifyIssuerByChain(issuer).map((each) => each.toString('base64'))
      return { ...steps.credentialHeader(header), x5c }
    },
  }
}

const issued = makeWalletProbe('issuance', ['credential'])
const session = makeWalletProbe('session', [])

const ofAddress = { obligation: text('12.2.4'), allowed: text('12.2.4') }
const ofEncryption = { control: encrypted, allowed: text('10 and 12.2.4') } // no sentence obliges a wallet to look for a key that it supports
const published = 'SD-JWT VC draft 19, section 2.5 and 4.2'

// biome-ignore format: a table, one row a line.
export const issuerChoices: readonly WalletProbe[] = [
  issued(VCIWALLET.TOKEN, 'endpoints of the authorization server with a query', addQueries, { obligation: 'RFC 6749, section 3.1 and 3.2', allowed: 'RFC 6749, section 3.1 and 3.2' }),
  issued(VCIWALLET['MEDIA-TYPE'], 'endpoints of the issuer with a query', addIssuerQueries, ofAddress),
  issued(VCIWALLET.IDENTIFIED, 'metadata with another configuration before the one that is offered', addOther, { sign: 'credential', obligation: text('4.1.1'), allowed: text('12.2.4') }),
  session(VCIWALLET.IDENTIFIED, 'metadata with a configuration of a made-up format before the one that is offered', addMadeUp, { allowed: text('12.2.4') }),
  issued(VCIWALLET['KEYS-OWN'], 'an issuer that publishes other keys before that of the credential', addKeys, { sign: 'acceptance', obligation: published, allowed: published, needsCall: 'keys', needsSdJwt: true }),
  session(VCIWALLET.ENCRYPTION, 'other keys for requests before the usual one', combine(encrypted, addRequestKeys), ofEncryption),
  session(VCIWALLET.ENCRYPTION, 'other algorithms for requests and responses before the usual ones', combine(encrypted, addAlgorithms), ofEncryption),
  session(VCIWALLET.TOKEN, 'names in several languages', showLanguages, { allowed: text('12.2.4') }),
  session(VCIWALLET.TOKEN, 'members in the reverse order', reverseAll, { allowed: 'RFC 8259, section 1' }),
  session(VCIWALLET.TOKEN, 'media types in capital letters, with a parameter', writeCapitals, { allowed: 'RFC 9110, section 8.3.1' }),
  session(VCIWALLET.IDENTIFIED, 'an offer of two credentials', offerSeveral, { allowed: text('4.1.1') }),
]
