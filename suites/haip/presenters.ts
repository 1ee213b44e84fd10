import { type JsonObject, type JsonValue, readText } from '../../protocol/encoding/json.ts'
import { writeAuthorityKey } from '../../protocol/x509/authority-key.ts'
import type { Extension } from '../../protocol/x509/certificate.ts'
import { makeActorFault, makeActorVariant } from '../kit/actor-changes.ts'
import { setMembers } from '../kit/samples.ts'
import type { VpWalletFacts, VpWalletSteps } from '../openid4vp/actors/wallet-steps.ts'
import { VPSEND } from '../openid4vp/response-requirements.ts'
import {
  combine,
  hasPrefix,
  look,
  type PresenterFault,
  type PresenterMutation,
  type PresenterVariant,
  set,
} from '../openid4vp/wallet/faults.ts'
import { VPWALLET } from '../openid4vp/wallet/requirements.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { authorityKeyId, certifyHost } from '../sd-jwt/test-authority.ts'
import { HAIPPRESENT, HAIPVP } from './requirements.ts'

/** A header with the certificate of the issuer. */
const certify = (...more: readonly Extension[]): VpWalletSteps['credentialHeader'] =>
  setMembers({ x5c: [certifyHost('issuer.example', toPublic(keys.issuer), undefined, more).toString('base64')] })

const encryptBy = (...names: readonly string[]): PresenterMutation =>
  set({ chooseEncryption: (all) => names.find((each) => all.includes(each)) })

/** The reference wallet under HAIP 1.0: its credential names its authority, and is always bound to its holder. */
export const makeHaipPresenter: PresenterMutation = combine(
  set({ credentialHeader: certify(writeAuthorityKey(authorityKeyId)), binds: () => true }),
  encryptBy('A256GCM', 'A128GCM'),
)

const fault = makeActorFault<VpWalletSteps>({ subject: 'a wallet ', base: makeHaipPresenter })

/** Takes only requests of a certain form. */
const take = (isTaken: (facts: VpWalletFacts) => boolean): PresenterMutation =>
  look('parameters-known', (usual, facts) => usual(facts) && isTaken(facts))

const isOverDc = ({ origin }: VpWalletFacts): boolean => origin !== undefined

const isUnsignedDc = (facts: VpWalletFacts): boolean => isOverDc(facts) && facts.object === undefined

const isSealed = ({ request }: VpWalletFacts): boolean => readText(request.response_mode).endsWith('.jwt')

/** Chooses by what a query says about authorities. */
const match = (isMatch: (isUsual: boolean, values: readonly JsonValue[] | undefined) => boolean): PresenterMutation =>
  set({
    matches: (query, isUsual) => {
      const [first]: readonly JsonObject[] = Object(query.trusted_authorities ?? [])
      return isMatch(isUsual, Array.isArray(first?.values) ? first.values : undefined)
    },
  })

// biome-ignore format: a table, one row a line.
export const haipPresenterFaults: readonly PresenterFault[] = [
  fault(HAIPPRESENT.HASH, 'takes no clients but those with a host', take(hasPrefix('x509_san_dns:'))),
  fault(HAIPPRESENT.URI, 'fetches no request objects', take(({ link }) => link.request_uri === undefined)),
  fault(HAIPPRESENT.ENCRYPTED, 'has no encrypted responses', take((facts) => isOverDc(facts) || !isSealed(facts))),
  fault(HAIPPRESENT.ENCRYPTED, 'has another content encryption alone', encryptBy('A128CBC-HS256'), [HAIPPRESENT['DC-MODE']]),
  fault(HAIPPRESENT['DC-MODE'], 'has no encrypted responses over the Digital Credentials API', take((facts) => !isOverDc(facts) || !isSealed(facts))),
  fault(HAIPPRESENT['DC-FORMS'], 'takes no unsigned requests of the Digital Credentials API', take((facts) => !isOverDc(facts) || facts.object !== undefined)),
  fault(HAIPPRESENT['DC-FORMS'], 'takes no signed requests of the Digital Credentials API', take((facts) => !isOverDc(facts) || facts.object === undefined)),
  fault(HAIPPRESENT['DC-FORMS'], 'takes no requests with several signatures', take(({ signatures = [] }) => signatures.length < 2)),
  fault(HAIPPRESENT.AKI, 'takes no queries for authorities', match((isUsual, values) => isUsual && values === undefined)),
  fault(HAIPPRESENT.AKI, 'takes no queries for two authorities', match((isUsual, values = []) => isUsual && values.length < 2)),
  fault(HAIPPRESENT['AKI-OTHER'], 'compares the beginning of the keys of authorities', match((isUsual, values = []) => isUsual || values.some((each) => readText(each).slice(0, 8) === authorityKeyId.toString('base64url').slice(0, 8)))),
  fault(HAIPPRESENT['AKI-OTHER'], 'does not look at authorities', match((isUsual, values) => isUsual || values !== undefined), [VPWALLET.AUTHORITIES]),
  fault(HAIPPRESENT.RETURN, 'does not send its user back', set({ opensReturn: false }), [VPWALLET.RETURN]),
  fault(HAIPVP.GCM, 'encrypts by A128GCM where it could do better', encryptBy('A128GCM', 'A256GCM')),
  fault(HAIPVP.SEALED, 'responds in plain text', set({ encrypts: () => false }), [VPSEND.ENCRYPTED]),
  fault(HAIPVP.BOUND, 'presents without holder binding where the query does without', set({ binds: ({ require_cryptographic_holder_binding: isRequired }) => isRequired !== false })),
]

const variant = makeActorVariant<VpWalletSteps>('HAIP', { subject: 'a presenting wallet ', base: makeHaipPresenter })

/** Takes no two requests with one key for their responses. */
const remember: PresenterMutation = (steps) => {
  const seen = new Map<string, unknown>()
  const isNew = ({ request }: VpWalletFacts): boolean => {
    const name = JSON.stringify(Object(request.client_metadata).jwks)
    const isKnown = seen.has(name) && seen.get(name) !== request.nonce
    seen.set(name, request.nonce)
    return !isKnown
  }
  return take(isNew)(steps)
}

// biome-ignore format: a table, one row a line.
export const haipPresenterVariants: readonly PresenterVariant[] = [
  variant('keeps to this profile', (steps) => steps),
  variant('takes no clients but those with a hash', take((facts) => hasPrefix('x509_hash:')(facts) || isUnsignedDc(facts))),
  variant('takes no requests of the Digital Credentials API', take((facts) => !isOverDc(facts))),
  variant('takes no request objects in links', take(({ link }) => link.request === undefined)),
  variant('takes no requests for responses in plain text', take(isSealed)),
  variant('takes no two requests with one key', remember),
  variant('fetches by GET alone', set({ chooseMethod: () => 'GET' })),
  variant('encrypts by A128GCM alone', encryptBy('A128GCM')),
  variant('encrypts by A256GCM alone', encryptBy('A256GCM')),
  variant('knows no transactions', look('transaction-known', (_, { request }) => request.transaction_data === undefined)),
  variant('sends no errors', set({ sendsErrors: false })),
  variant('takes no queries without holder binding', look('query-known', (usual, facts) => usual(facts) && !/"require_cryptographic_holder_binding":false/.test(JSON.stringify(facts.request.dcql_query)))),
  variant('has a credential whose certificate names no authority', set({ credentialHeader: certify() })),
  variant('says that all went well, whatever happened', set({ end: () => ({ accepted: true }) })),
]
