import * as fc from 'fast-check'
import type { JsonValue } from '../../../protocol/encoding/json.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { SD } from '../disclosure/requirements.ts'
import { signAgain } from '../kit/compact-text.ts'
import { put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { changeDisclosures } from '../kit/message-mutations.ts'
import { changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { editPayload, editSerialization } from './edits.ts'
import { headerFaults } from './header-faults.ts'
import { holderKeyFaults } from './holder-key-faults.ts'
import { payloadFaults } from './payload-faults.ts'
import { CRED } from './requirements.ts'

const notAJwt = fc.constantFrom('x.y', '.', '..', 'a.b.c', 'e30.e30.e30.e30', 'W10.W10.AAAA')

const contradictions = fc.constantFrom<JsonValue>({ Gender: 'X' }, [{ IsNRI: true }], { AgeAbove18: false })

/** Repeats a disclosed claim in the payload, below a member of this name. */
const repeatClaim = (member: string) =>
  replaceStep('issuer', 'draft', (createDraft) => (session, holderKey) => {
    const draft = createDraft(session, holderKey)
    const { Gender = null } = session.holder
    return { ...draft, payload: { ...draft.payload, [member]: [{ deep: { Gender } }] } }
  })

// biome-ignore format: a table, one row a line.
const serializationFaults: readonly Fault[] = [
  fault(CRED.JOINED, 'joins its parts with spaces', editSerialization((all) => all.replaceAll('~', ' ~ ').trim()), { rejection: 'none' }),
  fault(CRED.JOINED, 'issues a bare JWT', editSerialization((all) => all.split('~')[0] ?? '')),
  fault(CRED.JOINED, 'joins its parts without spaces where spaces were agreed', editSerialization((all) => all.replaceAll(' ~ ', '~').replace(' ~', '~')), { decisions: { 'sd.serialization': 'spaced' }, rejection: 'none' }),
  fault(CRED.JOINED, 'ends with something that is not a JWT', valueFamily(notAJwt, (tail) => editSerialization((all) => `${all}${tail}`)), { alsoBreaks: [SD['NO-BINDING']] }),
  fault(CRED.CONCEALED, 'repeats a claim in plaintext in `credentialSubject`', editPayload(put('/credentialSubject', { Gender: 'F' }))),
  fault(CRED.CONCEALED, 'contradicts a disclosure in `credentialSubject`', valueFamily(contradictions, (subject) => editPayload(put('/vc', { type: ['VerifiableCredential'], credentialSubject: subject })))),
  fault(CRED.CONCEALED, 'repeats a disclosed claim anywhere in the payload', valueFamily(fc.constantFrom('claims', 'subject', 'display', 'x-note'), repeatClaim)),
]

/** With no disclosure, some validations may never run. */
const discloseNothing = changeDisclosures(() => [])

// biome-ignore format: a table, one row a line.
const undisclosedFaults: readonly Fault[] = [
  fault(CRED.SIGNED, 'signs with an unrelated key what discloses nothing', combineMutations(changeResult('issuer', 'signCredential', signAgain(unrelatedKey)), discloseNothing)),
  fault(CRED.CURRENT, 'issues an expired credential that discloses nothing', combineMutations(editPayload((all) => put('/exp', 1_700_000_001)(put('/iat', 1_700_000_000)(all))), discloseNothing)),
]

export const faults: readonly Fault[] = [
  ...serializationFaults,
  ...undisclosedFaults,
  ...headerFaults,
  ...payloadFaults,
  ...holderKeyFaults,
]
