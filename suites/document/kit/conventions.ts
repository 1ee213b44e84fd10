import type { Decide } from '../../../model/decision.ts'
import type { Conventions } from '../../../protocol/artefacts/conventions.ts'
import { TYP as ATTESTATION_TYP, CHALLENGE, LEVEL } from '../attestation/decisions.ts'
import { FIELD as CALLBACK_FIELD } from '../callback/decisions.ts'
import { STATUS_FORM, TYP, VCT } from '../credential/decisions.ts'
import { PARAMETER, URI } from '../deeplink/decisions.ts'
import { ALG_NAME, DIGEST, ORDER, SERIALIZATION } from '../disclosure/decisions.ts'
import { KEY_ALG, NESTING, ZIP } from '../encryption/decisions.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { KEY_SOURCE } from '../metadata/decisions.ts'
import { FIELD as NONCE_FIELD } from '../nonce/decisions.ts'
import { CONFIGURATION } from '../offer/decisions.ts'
import {
  CERTIFICATES,
  CREDENTIAL_FIELD,
  CREDENTIALS_FIELD,
  ID_FIELD,
  PROOF,
  SERIALIZATION as REQUEST_SERIALIZATION,
} from '../request/decisions.ts'
import { ID_MEMBER, MEMBER } from '../status/decisions.ts'
import { FIELD as REQUEST_FIELD } from '../validation/decisions.ts'

/** Replaces an answer that allows several values by one of them. */
const avoidTolerant = (answer: string, tolerant: string, instead: string): string =>
  answer === tolerant ? instead : answer

/** The conventions of the reference actors under these answers. */
export const deriveConventions = (decide: Decide): Conventions => {
  const typ = decide(TYP)
  const challenge = decide(CHALLENGE)
  return {
    configFields: decide(FIELDS),
    digest: decide(DIGEST),
    order: decide(ORDER),
    hashName: avoidTolerant(decide(ALG_NAME), 'either', 'SHA-256'),
    separator: decide(SERIALIZATION) === 'spaced' ? ' ~ ' : '~',
    credentialType: typ === 'either' || typ === 'any' ? 'vc+sd-jwt' : typ,
    vct: decide(VCT) === 'required' ? 'https://issuer.example/credentials/identity' : undefined,
    statusForm: decide(STATUS_FORM),
    attestationType: avoidTolerant(decide(ATTESTATION_TYP), 'either', 'keyattestation+jwt'),
    challenge: challenge === 'ignored' || challenge === 'any' ? 'utf8' : challenge,
    keptIn: decide(LEVEL) === 'strongbox' ? 'strongBox' : 'trustedEnvironment',
    certificates: decide(CERTIFICATES),
    proof: decide(PROOF),
    nonceField: avoidTolerant(decide(NONCE_FIELD), 'either', 'c_nonce'),
    statusMember: decide(MEMBER),
    statusIdMember: avoidTolerant(decide(ID_MEMBER), 'id-or-sub', 'id'),
    configurationId: decide(CONFIGURATION),
    requestKeySource: decide(KEY_SOURCE),
    requestField: avoidTolerant(decide(REQUEST_FIELD), 'either', 'encryted_credential_request'),
    requestSerialization: decide(REQUEST_SERIALIZATION),
    nesting: decide(NESTING),
    idField: decide(ID_FIELD) === 'none' ? undefined : decide(ID_FIELD),
    responseCredentials: decide(CREDENTIALS_FIELD),
    responseCredential:
      decide(CREDENTIAL_FIELD) === 'none' ? undefined : avoidTolerant(decide(CREDENTIAL_FIELD), 'either', 'Credential'),
    callbackCredential: avoidTolerant(decide(CALLBACK_FIELD), 'either', 'Credential'),
    keyAlgBeside: decide(KEY_ALG) === 'sibling',
    zipNone: decide(ZIP),
    deeplink: { uri: decide(URI), parameter: decide(PARAMETER) },
  }
}
