import * as fc from 'fast-check'
import { type JsonValue, RawJson } from '../../../protocol/encoding/json.ts'
import { BODY } from '../bodies/requirements.ts'
import { setValue } from '../disclosure/edits.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { describedFamily, notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeRequest, replaceStep } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { VAL } from './requirements.ts'

const editRequest = mutate.validationRequest
const editResponse = mutate.validationResponse

const field = 'encryted_credential_request'
const withCheckDigit = { decisions: { 'uid.check': 'verhoeff' } }

const toDigitsFrom = (zero: number) => (uid: string) =>
  uid.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** Texts that are not twelve digits, and that are no identity number either. */
const notTwelveDigits: Readonly<Record<string, (uid: string) => string>> = {
  'no digit': () => '',
  'eleven digits': (uid) => uid.slice(1),
  'thirteen digits': (uid) => `0${uid}`,
  'a letter for the last digit': (uid) => `${uid.slice(0, -1)}O`,
  hexadecimal: (uid) => `0x${Number(uid).toString(16).padStart(10, '0')}`,
}

/** Other spellings of twelve digits: no sentence forbids an issuer to read them. */
const respelledDigits: Readonly<Record<string, (uid: string) => string>> = {
  'spaces between groups': (uid) => uid.replace(/^(.{4})(.{4})/, '$1 $2 '),
  'hyphens between groups': (uid) => uid.replace(/^(.{4})(.{4})/, '$1-$2-'),
  'a space before it': (uid) => ` ${uid}`,
  'a line break after it': (uid) => `${uid}\n`,
  'a sign before it': (uid) => `+${Number(uid)}`,
  'Devanagari digits': toDigitsFrom(0x966),
  'Tamil digits': toDigitsFrom(0xbe6),
  'fullwidth digits': toDigitsFrom(0xff10),
  'Arabic digits': toDigitsFrom(0x660),
}

/** Writes the `uid` of the session in another way. An issuer that corrects it finds the same holder. */
const changeUid = (how: (uid: string) => JsonValue) => editRequest(change('/uid', (uid) => how(String(uid))))

/** Swaps the last two neighbouring digits that differ. */
function swapDigits(uid: string): string {
  const at = [...uid].findLastIndex((digit, i) => i > 0 && digit !== uid[i - 1])
  return `${uid.slice(0, at - 1)}${uid[at]}${uid[at - 1]}${uid.slice(at + 1)}`
}

/** Another digit at one of the twelve places. */
const oneDigit = fc.record({ at: fc.nat(11), by: fc.integer({ min: 1, max: 9 }) })
const withDigit = ({ at, by }: { at: number; by: number }) =>
  editRequest(
    change('/uid', (uid) =>
      [...String(uid)].map((digit, i) => (i === at ? (Number(digit) + by) % 10 : digit)).join(''),
    ),
  )

const spellings = fc.constantFrom(
  'encrypted_credential_request',
  'encrypted_request',
  'encryted_credential_Request',
  'encryptedCredentialRequest',
  'credential_request',
)

/** Sends the session token in another way, or not at all. */
const sendToken = (how: (token: string) => Readonly<Record<string, string>>) =>
  changeRequest('identityApp', 'validate', ({ headers: { authorization = '', ...headers }, ...request }) => ({
    ...request,
    headers: { ...headers, ...how(authorization) },
  }))

const onePerson = { ResidentName: 'Same Example', MaskedUID: 'XXXXXXXX0000', Gender: 'X', IdType: 'IN' }

/** Keeps the first session token, and sends it ever after. */
const sendFirstToken = () => {
  let first: string | undefined
  return replaceStep('identityApp', 'validate', (original) => (session, sealed) => {
    first ??= session.sessionToken
    return original({ ...session, sessionToken: first }, sealed)
  })
}

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(VAL.UID, 'leaves out `uid`', editRequest(drop('/uid'))),
  fault(VAL.UID, 'sends `uid` as a number', changeUid((uid) => Number(uid)), { rejection: 'none' }),
  fault(VAL.UID, 'sends anything but a string for `uid`', valueFamily(notAString, (value) => editRequest(put('/uid', value)))),
  ...Object.entries(notTwelveDigits).map(([what, how]) => fault(VAL.UID, `sends a \`uid\` that is not twelve digits: ${what}`, changeUid(how))),
  ...Object.entries(respelledDigits).map(([what, how]) => fault(VAL.UID, `sends a \`uid\` that is not twelve digits: ${what}`, changeUid(how), { rejection: 'none' })),
  fault(VAL.VERHOEFF, 'gets one digit wrong', describedFamily(oneDigit, ({ at, by }) => `digit ${at} by ${by}`, withDigit), withCheckDigit),
  fault(VAL.VERHOEFF, 'swaps two digits', editRequest(change('/uid', (uid) => swapDigits(String(uid)))), withCheckDigit),

  fault(VAL.FIELD, 'leaves out the request', editRequest(drop(`/${field}`))),
  fault(VAL.FIELD, 'spells the member with the request differently', describedFamily(spellings, (name) => name, (name) => editRequest(rename(field, name))), { rejection: 'none' }),
  fault(VAL.FIELD, 'spells the member as the document does, where the usual spelling was agreed', editRequest(rename('encrypted_credential_request', field)), { decisions: { 'validate.field': 'encrypted_credential_request' }, rejection: 'none' }),
  fault(VAL.FIELD, 'sends anything but a string for the request', valueFamily(notAString, (value) => editRequest(put(`/${field}`, value)))),

  fault(VAL.RESPONSE, 'leaves out the response', editResponse(drop('/credential_response'))),
  fault(VAL.RESPONSE, 'calls the response `response`', editResponse(rename('credential_response', 'response')), { rejection: 'none' }),
  fault(VAL.RESPONSE, 'answers with anything but a string', valueFamily(notAString, (value) => editResponse(put('/credential_response', value)))),

  fault(VAL.TOKEN, 'validates without a session token', sendToken(() => ({}))),
  fault(VAL.TOKEN, 'sends the session token without its scheme', sendToken((token) => ({ authorization: token.replace('Bearer ', '') }))),
  fault(VAL.TOKEN, 'sends the session token under another scheme', sendToken((token) => ({ authorization: token.replace('Bearer', 'Basic') }))),
  fault(VAL.TOKEN, 'sends the session token in another header', sendToken((token) => ({ 'x-session-token': token }))),
  fault(VAL.JSON, 'sends a form in place of JSON', editRequest(() => new RawJson('uid=1&encryted_credential_request=2')), { alsoBreaks: [BODY.JSON] }),
  fault(VAL.JSON, 'responds with plain text', editResponse(() => new RawJson('credential_response: 1')), { alsoBreaks: [BODY.JSON] }),
  fault(VAL['SAME-HOLDER'], 'sends the `uid` of another holder', replaceStep('identityApp', 'validate', (original) => (session, sealed) => original({ ...session, uid: '100000000001' }, sealed))),
  fault(VAL['SAME-HOLDER'], 'sends the session token of the first holder in every session', sendFirstToken()),
  fault(VAL.HOLDER, 'issues the credential of one person to every holder', replaceStep('issuer', 'draft', (draft) => (session, key) => draft({ ...session, holder: onePerson }, key))),
  fault(VAL.HOLDER, 'issues a credential with the masked number of another person', setValue('MaskedUID', 'XXXX XXXX 7777')),
]
