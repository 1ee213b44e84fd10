import type { Requirement } from '../../model/requirement.ts'
import { readText } from '../../protocol/encoding/json.ts'
import { nearValues } from '../kit/near-values.ts'
import { setMembers as put } from '../kit/samples.ts'
import { drop } from '../openid4vp/changes.ts'
import { changeRequest, combine, set, type VerifierMutation } from '../openid4vp/verifier/faults.ts'
import {
  controls,
  dcConnections,
  makeRequestProbe,
  type RequestProbe,
  requestProbes,
} from '../openid4vp/wallet/probes.ts'
import { changeCredentials } from '../openid4vp/wallet/requests.ts'
import { VPWALLET } from '../openid4vp/wallet/requirements.ts'
import { HAIPPRESENT, HAIPVP } from './requirements.ts'
import { changeMetadata, makeHaipVerifier } from './verifiers.ts'

/** The verifier of this profile that has nothing unusual. */
export const haipConnections = { hash: combine(makeHaipVerifier, set({ delivery: 'get' })) } as const

const makeDc = (connection: VerifierMutation): VerifierMutation => combine(makeHaipVerifier, connection)

/** The same verifier, which puts its requests to the Digital Credentials API. */
export const haipDcConnections = {
  dcSigned: makeDc(dcConnections.dcSigned),
  dcUnsigned: makeDc(dcConnections.dcUnsigned),
  dcMultisigned: makeDc(dcConnections.dcMultisigned),
} as const

/** All verifiers of this profile. */
export const haipVerifiers = { ...haipConnections, ...haipDcConnections } as const

/** The same verifier, which also has its user come back. */
export const askReturn: VerifierMutation = set({ answer: (content) => content })

/** What this profile has a wallet take, with the request that differs in this alone. */
export interface RequestDemand {
  readonly row: Requirement
  readonly description: string
  /** Does without it. */
  readonly change: VerifierMutation
}

export const askPlain = combine(
  changeRequest((all) => ({ ...all, response_mode: readText(all.response_mode).replace(/\.jwt$/, '') })),
  changeMetadata(drop('jwks', 'encrypted_response_enc_values_supported')),
)

export const requestDemands: readonly RequestDemand[] = [
  { row: HAIPPRESENT.HASH, description: 'a client that is named by its host', change: set({ prefix: 'x509_san_dns' }) },
  { row: HAIPPRESENT.URI, description: 'a request object in the link', change: set({ delivery: 'object' }) },
  { row: HAIPPRESENT.ENCRYPTED, description: 'a request for a response in plain text', change: askPlain },
]

const refused = makeRequestProbe('refusal')
const presented = makeRequestProbe('presentation')
const session = makeRequestProbe('session')

/** Of OpenID4VP: where a verifier is named by a hash, and what it says of `direct_post` alone is left out. */
const ofProtocol = requestProbes.filter(
  ({ row, control }) =>
    row !== VPWALLET['REFUSES-REDIRECT'] &&
    control !== 'did' &&
    control !== 'attested' &&
    controls[control].among.some((each) => Object.hasOwn(haipVerifiers, each)),
)

const askUnbound = changeCredentials(put({ require_cryptographic_holder_binding: false }))

/** What a wallet of this profile is asked. */
export const haipRequestProbes: readonly RequestProbe[] = [
  ...ofProtocol,
  session(HAIPVP.BOUND, 'any', 'a query that does without holder binding', askUnbound),
]

/** A key that no authority has. */
const otherKey = 'bm9hdXRob3JpdHloYXN0aGlz'

type Keys = ReadonlyMap<string, readonly string[]>

/** Asks for credentials by the keys of authorities: those that the wallet has shown, or others. */
const askAuthorities = (keys: Keys, choose: (own: readonly string[]) => readonly string[]): VerifierMutation =>
  changeCredentials((credential) => {
    const own = keys.get(readText(credential.id))
    return own ? { ...credential, trusted_authorities: [{ type: 'aki', values: [...choose(own)] }] } : credential
  })

/** Queries for the authorities of what a wallet has presented. */
export function makeAuthorityProbes(keys: Keys): readonly RequestProbe[] {
  const [{ AKI, 'AKI-OTHER': other }, ask] = [
    HAIPPRESENT,
    (choose: Parameters<typeof askAuthorities>[1]) => askAuthorities(keys, choose),
  ]
  const due = { obligation: AKI.standard ?? '' }
  return [
    presented(
      AKI,
      'any',
      'a query for the authority of the credential',
      ask((own) => own),
      due,
    ),
    presented(
      AKI,
      'any',
      'a query for another authority, or that of the credential',
      ask((own) => [otherKey, ...own]),
      due,
    ),
    refused(
      other,
      'any',
      'a query for another authority',
      ask(() => [otherKey]),
      { obligation: other.standard ?? '' },
    ),
    ...nearValues.map(({ what, write }) =>
      refused(
        other,
        'any',
        `a query for an authority whose key ${what}`,
        ask((own) => own.map(write)),
        { obligation: other.standard ?? '' },
      ),
    ),
  ]
}
