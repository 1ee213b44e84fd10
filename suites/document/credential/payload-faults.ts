import * as fc from 'fast-check'
import type { JsonValue } from '../../../protocol/encoding/json.ts'
import { change, drop, put, setTime } from '../kit/edits.ts'
import { describedFamily, notANumber, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { changeCredentialId } from '../kit/message-mutations.ts'
import { combineMutations } from '../kit/mutations.ts'
import { similarUrls } from '../kit/url-spellings.ts'
import { type Fault, fault } from '../model/fault.ts'
import { editEmbedded, editPayload, editSerialization } from './edits.ts'
import { CRED } from './requirements.ts'

/** Ids that are not version 4 UUIDs. Each is made from the right one, so that two credentials still have two ids. */
const wrongIds: Readonly<Record<string, (id: string) => string>> = {
  'of version 1': (id) => `${id.slice(0, 14)}1${id.slice(15)}`,
  'of version 7': (id) => `${id.slice(0, 14)}7${id.slice(15)}`,
  'of another variant': (id) => `${id.slice(0, 19)}1${id.slice(20)}`,
  'as a URN': (id) => `urn:uuid:${id}`,
  'without hyphens': (id) => id.replaceAll('-', ''),
  'with one character too many': (id) => `${id}0`,
}

const anId = '0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a'

/** Counts by one in the first part of an `id`, whose others are constant. */
function countIds(): () => string {
  let count = 0x10_00_00_00
  return () => `${(count++).toString(16)}${anId.slice(8)}`
}

const issueEarlier = (seconds: number) => editPayload(change('/iat', (iat) => Number(iat) - seconds))

const removeDisclosures = editSerialization((all) => `${all.split('~')[0]}~`)

const appendDigest = (digest: JsonValue) =>
  editEmbedded(change('/_sd', (all) => (Array.isArray(all) ? [...all, digest] : all)))

const invalidDigests = fc.constantFrom(
  '',
  'A'.repeat(42),
  'A'.repeat(44),
  `${'A'.repeat(43)}=`,
  'ab'.repeat(32),
  `${'A'.repeat(42)}B`,
)

const wrongHashNames = fc.constantFrom('sha256', 'SHA256')

const withoutKey = fc.oneof(notAnObject, fc.constantFrom({}, { kid: 'holder-1' }, { jku: 'https://holder.example' }))

const withType = { profile: 'document-sd-jwt-vc', decisions: { 'credential.vct': 'required' } } as const

/** Faults in the payload, apart from the holder key. */
// biome-ignore format: a table, one row a line.
export const payloadFaults: readonly Fault[] = [
  fault(CRED.ISS, 'leaves out `iss`', editPayload(drop('/iss')), { alsoBreaks: [CRED.MODEL], rejection: 'none' }),
  fault(CRED.ISS, 'sends anything but a string as `iss`', valueFamily(notAString, (value) => editPayload(put('/iss', value))), { rejection: 'none' }),
  fault(CRED.ISSUER, 'names another issuer', editPayload(put('/iss', 'https://other.example'))),
  fault(CRED.ISSUER, 'names an issuer whose URL resembles that of the right one', describedFamily(fc.constantFrom(...Object.entries(similarUrls)), ([what]) => what, ([, how]) => editPayload(change('/iss', (iss) => how(String(iss)))))),
  fault(CRED.ISSUER, 'adds a slash to `iss`', editPayload(change('/iss', (iss) => `${iss}/`)), { decisions: { 'issuer.relation': 'equal' } }),
  fault(CRED.ID, 'leaves out `id`', editPayload(drop('/id'))),
  fault(CRED.ID, 'sends anything but a string as `id`', valueFamily(notAString, (value) => editPayload(put('/id', value)))),
  fault(CRED.ID, 'has an `id` that is not a version 4 UUID', describedFamily(fc.constantFrom(...Object.entries(wrongIds)), ([what]) => what, ([, how]) => changeCredentialId(how))),
  fault(CRED.UNIQUE, 'gives every credential the same `id`', changeCredentialId(() => anId)),
  fault(CRED['ID-RANDOM'], 'counts its `id`s in the form of version 4', changeCredentialId(countIds())),
  fault(CRED['ID-RANDOM'], 'draws six digits of each `id`, and keeps the others', changeCredentialId((id) => `${anId.slice(0, -6)}${id.slice(-6)}`)),
  fault(CRED.IAT, 'leaves out `iat`', editPayload(drop('/iat')), { alsoBreaks: [CRED.MODEL] }),
  fault(CRED.IAT, 'sends anything but a number as `iat`', valueFamily(notANumber, (value) => editPayload(put('/iat', value)))),
  fault(CRED.IAT, 'gives `iat` in milliseconds', editPayload(change('/iat', (iat) => Number(iat) * 1000))),
  fault(CRED.IAT, 'gives `iat` with a fraction of a second', editPayload(change('/iat', (iat) => Number(iat) + 0.5)), { profile: 'document-openid4vci' }),
  fault(CRED.EXP, 'leaves out `exp`', editPayload(drop('/exp')), { alsoBreaks: [CRED.MODEL], rejection: 'advised' }),
  fault(CRED.EXP, 'sends anything but a number as `exp`', valueFamily(notANumber, (value) => editPayload(put('/exp', value)))),
  fault(CRED.EXP, 'gives `exp` in milliseconds', editPayload(change('/exp', (exp) => Number(exp) * 1000)), { rejection: 'none' }),
  fault(CRED.LASTS, 'expires before it was issued', editPayload(change('/exp', () => 1_700_000_000))),
  fault(CRED.LASTS, 'expires at the moment of its issuance', editPayload((all) => setTime('exp', 'iat', 0)(all)), { rejection: 'none' }),
  fault(CRED.CURRENT, 'issues an expired credential', editPayload((all) => put('/exp', 1_700_000_001)(put('/iat', 1_700_000_000)(all)))),
  fault(CRED.CURRENT, 'issues a credential with `iat` in the future', editPayload(change('/iat', (iat) => Number(iat) + 86_400)), { rejection: 'advised' }),
  fault(CRED.CURRENT, 'issues a credential with `nbf` in the future', editPayload(setTime('nbf', 'iat', 86_400))),
  fault(CRED.CURRENT, 'issues a credential that expired ten minutes ago', editPayload((all) => setTime('iat', 'iat', -86_400)(setTime('exp', 'iat', -600)(all)))),
  fault(CRED.CURRENT, 'issues a credential that is valid in ten minutes', editPayload(setTime('nbf', 'iat', 600))),
  fault(CRED.PUNCTUAL, 'gives an `iat` one hour in the past', issueEarlier(3600)),
  fault(CRED.PUNCTUAL, 'gives an `iat` two minutes in the past', issueEarlier(120)),
  fault(CRED.PUNCTUAL, 'gives an `iat` two days in the past, at midnight', editPayload(change('/iat', (iat) => Number(iat) - (Number(iat) % 86_400) - 2 * 86_400))),
  fault(CRED.NBF, 'sends anything but a number as `nbf`', valueFamily(notANumber, (value) => editPayload(put('/nbf', value)))),
  fault(CRED.NBF, 'gives `nbf` in milliseconds', editPayload(put('/nbf', 1_790_000_000_000))),
  fault(CRED.STATUS, 'leaves out the status', editPayload(drop('/status')), { rejection: 'advised' }),
  fault(CRED.STATUS, 'refers to a status list', editPayload(put('/status', { status_list: { idx: 3, uri: 'https://status.example/list' } })), { decisions: { 'status.form': 'url' }, rejection: 'advised' }),
  fault(CRED.STATUS, 'gives a relative URL', editPayload(change('/status', (status) => String(status).replace(/^https?:\/\/[^/]+/, ''))), { rejection: 'advised' }),
  fault(CRED.STATUS, 'gives a URL where an object was agreed', editPayload(put('/status', 'https://status.example/list')), { profile: 'document-sd-jwt-vc', decisions: { 'status.form': 'object' }, rejection: 'advised' }),
  fault(CRED['SD-ALG'], 'leaves out the hash algorithm', editPayload(drop('/_sd_alg')), { rejection: 'none' }),
  fault(CRED['SD-ALG'], 'spells the hash algorithm as its registry does', editPayload(put('/_sd_alg', 'sha-256')), { rejection: 'none' }),
  fault(CRED['SD-ALG'], 'mixes the case of the hash algorithm', editPayload(put('/_sd_alg', 'Sha-256')), { rejection: 'none' }),
  fault(CRED['SD-ALG'], 'spells the hash algorithm differently', describedFamily(wrongHashNames, String, (name) => editPayload(put('/_sd_alg', name))), { rejection: 'none' }),
  fault(CRED['SD-ALG'], 'names another hash algorithm', valueFamily(fc.constantFrom('sha-512', 'md5', ''), (name) => editPayload(put('/_sd_alg', name)))),
  fault(CRED['SD-ALG'], 'spells the hash algorithm in capitals', editPayload(put('/_sd_alg', 'SHA-256')), { profile: 'document-rfc9901', decisions: { 'sd.alg': 'sha-256' }, rejection: 'none' }),
  fault(CRED.SD, 'adds an invalid digest', valueFamily(invalidDigests, appendDigest)),
  fault(CRED.SD, 'adds a digest that is not a string', valueFamily(notAString, appendDigest)),
  fault(CRED.SD, 'leaves out the digests and the disclosures', combineMutations(editEmbedded(drop('/_sd')), removeDisclosures)),
  fault(CRED.SD, 'sends an object as `_sd`', combineMutations(editEmbedded(put('/_sd', {})), removeDisclosures)),
  fault(CRED.CNF, 'leaves out `cnf`', editPayload(drop('/cnf'))),
  fault(CRED.CNF, 'sends a `cnf` without a key', valueFamily(withoutKey, (value) => editPayload(put('/cnf', value)))),
  fault(CRED.VCT, 'leaves out the type of the credential', editPayload(drop('/vct')), withType),
  fault(CRED.VCT, 'sends anything but a string as `vct`', valueFamily(notAString, (value) => editPayload(put('/vct', value))), withType),
  fault(CRED.MODEL, 'leaves out a property of the W3C model', editPayload(drop('/iss')), { alsoBreaks: [CRED.ISS] }),
]
