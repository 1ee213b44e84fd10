import fixtureKeys from '../../../fixtures/keys.json' with { type: 'json' }
import type { Role } from '../../../model/role.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { findContent } from '../actors/services/context.ts'
import { toPublicKey } from '../actors/steps/environment.ts'
import { variants } from '../all/variants.ts'
import { put } from '../kit/edits.ts'
import { sampleMembers } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { combineMutations } from '../kit/mutations.ts'
import type { ActorMutation, IncomingMessage, Issuer } from '../model/actors.ts'
import { listMutatedRoles, receivers } from '../run/probes/portions.ts'
import type { LegalTarget } from './target-matrix.ts'

// Real issuers support what they announce and nothing else, and the reference issuer supports everything.

/** An issuer that also rejects what it does not support. */
const rejectUnsupported = (isSupported: (received: IncomingMessage) => boolean): ActorMutation => ({
  issuer: (original: Issuer): Issuer => ({
    ...original,
    findRefusals: (received) => [
      ...original.findRefusals(received),
      ...(isSupported(received) ? [] : ['it is not supported']),
    ],
  }),
})

const keyManagements = ['RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A256KW']

/** An issuer that encrypts by one algorithm only. What no standard defines is for other validations. */
const supportResponses = (alg: string): ActorMutation =>
  rejectUnsupported(({ artefacts }) => {
    const { credential_response_encryption: wish } = findContent(artefacts, 'request') ?? {}
    const jwk = isObject(wish) && isObject(wish.jwk) ? wish.jwk : {}
    const isSameType = typeof jwk.kty !== 'string' || (jwk.kty === 'RSA') === alg.startsWith('RSA')
    const isOther = jwk.kty === 'EC' && jwk.alg !== alg && /^ECDH-ES/.test(readText(jwk.alg))
    return (isSameType || !['RSA', 'EC'].includes(readText(jwk.kty))) && !isOther
  })

const announceResponses = (alg: string): ActorMutation =>
  combineMutations(
    mutate.metadata(
      put('/credential_response_encryption', { alg_values_supported: [alg], enc_values_supported: ['A256GCM'] }),
    ),
    supportResponses(alg),
  )

/** An issuer with one key for requests, which supports no other algorithm. */
const publishRequestKey = (key: JsonObject): ActorMutation =>
  combineMutations(
    mutate.metadata(put('/credential_request_encryption/jwks', { keys: [key] })),
    rejectUnsupported(({ artefacts }) => {
      const { jwe } = findContent(artefacts, 'encrypted-request') ?? {}
      const alg = readText(jwe?.header.alg)
      return alg === key.alg || !keyManagements.includes(alg)
    }),
  )

/** An issuer that takes a nonce only in the session that was opened last before it was fetched. */
function bindNonces(): ActorMutation {
  const codes = new Map<JsonValue, string>() // and the names of datasets, each with the code of its session
  const nonces = new Map<JsonValue, string>()
  let opened = ''
  const remember = {
    issuer: (original: Issuer): Issuer => ({
      ...original,
      configure: (session) => {
        opened = session.code
        codes.set(session.code, opened).set(session.credentialIdentifier, opened)
        return original.configure(session)
      },
      nonce: (session) => {
        nonces.set(session.nonce, opened)
        return original.nonce(session)
      },
    }),
  }
  const isOwn = ({ artefacts }: IncomingMessage): boolean => {
    const { credential_identifier: dataset = null, 'pre-authorized_code': code = dataset } =
      findContent(artefacts, 'request') ?? {}
    const bound = nonces.get(findContent(artefacts, 'attestation')?.jws.payload.nonce ?? null)
    return bound === undefined || !codes.has(code) || codes.get(code) === bound
  }
  return combineMutations(remember, rejectUnsupported(isOwn))
}

const { issuerSeal, issuerSealEc, issuerSealDirect } = fixtureKeys

const otherReceivers: readonly Role[] = receivers.filter((role) => role !== 'issuer')

const issuer = (
  id: string,
  make: () => ActorMutation,
  { decisions = {}, untested = {} }: Partial<Pick<LegalTarget, 'decisions' | 'untested'>> = {},
): LegalTarget => ({ id, receiver: 'issuer', decisions, untested, make })

const codesShown = { 'code.presented': 'request' }

const unreadable = 'a request that cannot be read shows no code, and is rejected for that as well'
const withCodes = {
  'REQ-OBJECT': unreadable,
  'ENC-REQUEST': unreadable,
  'ENC-INTACT': unreadable,
  'VAL-FIELD': unreadable,
  'REQ-ERRORS': 'a code is for the dataset of its session, and any other is rejected for that as well',
  'NONCE-ONCE': 'a request that is repeated repeats its code as well; other probes use the nonce alone again',
}
const withCodesAndNonces = {
  ...withCodes,
  'NONCE-ONCE': 'a nonce is used up together with the code that it is bound to',
  'NONCE-STALE': 'a nonce expires together with the code that it is bound to',
}

/** What cannot be tried where one type of key is not supported. */
const withoutCurves = { 'CRE-POINT': 'the issuer takes no response key on a curve' }
const withoutRsa = {
  'CRE-RSA': 'the issuer takes no RSA response key',
  'CRE-STRONG': 'the issuer takes no RSA response key',
}
const withoutCurveRequests = { 'ENC-EPHEMERAL': 'the issuer publishes no request key on a curve' }

const keyManagementTargets = keyManagements.flatMap((alg) => {
  const untested = alg.startsWith('RSA') ? withoutCurves : withoutRsa
  return [
    issuer(`announces ${alg} for responses`, () => announceResponses(alg), { untested }),
    issuer(`supports ${alg} for responses, and announces nothing`, () => supportResponses(alg), { untested }),
  ]
})

/** Issuers under the settings that the document leaves open to them. */
const issuers: readonly LegalTarget[] = [
  issuer('has a template of its own name', () => ({}), {
    decisions: { 'offer.configurationId': 'NationalIdentity_v1' },
  }),
  issuer('has an RSA key for requests', () => publishRequestKey(toPublicKey(issuerSeal)), {
    untested: withoutCurveRequests,
  }),
  issuer('has an EC key with key wrapping for requests', () => publishRequestKey(toPublicKey(issuerSealEc))),
  issuer('has an EC key without key wrapping for requests', () => publishRequestKey(toPublicKey(issuerSealDirect))),
  ...keyManagementTargets,
  issuer('binds nonces to sessions', bindNonces),
  issuer('is shown codes in requests', () => ({}), { decisions: codesShown, untested: withCodes }),
  issuer('is shown codes in requests, and binds nonces to sessions', bindNonces, {
    decisions: codesShown,
    untested: withCodesAndNonces,
  }),
]

/** The other roles, each with one unusual behaviour that is legal. */
const unusual: readonly LegalTarget[] = variants.flatMap((variant) => {
  const [member] = variant.profile === 'document' ? sampleMembers(variant, 1, 1) : []
  const [role, ...others] = member ? listMutatedRoles(member.mutation) : []
  if (!member || !role || others.length > 0 || !otherReceivers.includes(role)) return []
  return [{ id: variant.id, receiver: role, decisions: variant.decisions, untested: {}, make: () => member.mutation }]
})

export const legalTargets: readonly LegalTarget[] = [...issuers, ...unusual]
