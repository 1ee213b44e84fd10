import * as fc from 'fast-check'
import holders from '../../../fixtures/holders.json' with { type: 'json' }
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { type JsonValue, writeJson } from '../../../protocol/encoding/json.ts'
import { toDer } from '../../../protocol/jose/es256.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { editOctets, editPart, editParts, flipLastBit, respellLastCharacter, signAgain } from '../kit/compact-text.ts'
import { change, drop, put, rename, setTime } from '../kit/edits.ts'
import { describedFamily, notANumber, notAString, valueFamily } from '../kit/family.ts'
import {
  authenticateWithEmptyFile,
  listForms,
  removeSignature,
  signWithOwnKey,
  signWithSecret,
  spellingsOfNone,
} from '../kit/forgeries.ts'
import { changeStatusUrl, mutate } from '../kit/message-mutations.ts'
import { changeResult, replaceStep } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { STATUS } from './requirements.ts'

const { credentialPayload, statusHeader, statusPayload } = mutate

const editToken = (how: (text: string) => string) => changeResult('statusService', 'sign', how)

const base = 'https://status.example'

/** Faults in the URL of the status. */
const asUrl = { decisions: { 'status.form': 'url' } }
const otherPaths = ['/credential/status/', '/credentials/', '/status/', '/Credentials/Status/', '/credentials//status/']
/** Other base URLs, made from the right one. */
const otherBases = {
  'another host': () => 'https://elsewhere.example',
  'another scheme': (host: string) => host.replace(/^http(s?):/, (_, s) => (s === '' ? 'https:' : 'http:')),
  'another port': (host: string) => `${host.replace(/:\d+$/, '')}:8443`,
  'a path below': (host: string) => `${host}/v2`,
} as const

/** Names of other issuers, made from that of the right one. */
const otherIssuers: Readonly<Record<string, (own: string) => string>> = {
  'another host': () => 'https://other.example',
  'a path below it': (own) => `${own}/v2`,
  'its name as the beginning of another': (own) => `${own}.evil.example`,
  'no name': () => '',
}

const withoutList = { unless: { 'status.form': 'object' } }
/** No sentence obliges a verifier to obey a status: one that takes another one for active is at risk. */
const obeyed = { ...withoutList, rejection: 'advised' } as const
const inVc = {
  profile: 'document-sd-jwt-vc',
  decisions: { 'status.form': 'object' },
  rejection: 'advised',
} as const
const withList = { decisions: { 'status.form': 'object' } }
const setList = (value: JsonValue) => credentialPayload(put('/status/status_list', value))

/** Moves the period of validity. */
const shift = (seconds: number) =>
  statusPayload((all) => setTime('exp', 'exp', seconds)(setTime('iat', 'iat', seconds)(all)))

const anyTime = fc.constantFrom('iat', 'exp', 'nbf')

const wrongValues = fc.constantFrom(
  ' active',
  'valid',
  'inactive',
  'expired',
  'suspend',
  'revoke',
  'unknown',
  'VALID',
  '0',
  '',
)

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(STATUS.CRIT, 'lists a critical extension', statusHeader(put('/crit', ['exp']))),
  fault(STATUS.CRIT, 'asks for an unencoded payload', statusHeader(put('/b64', false)), { rejection: 'none' }),
  fault(STATUS.PATH, 'puts the status at another path', describedFamily(fc.constantFrom(...otherPaths), (path) => path, (path) => changeStatusUrl((id, host) => `${host}${path}${id}`)), asUrl),
  fault(STATUS.PATH, 'puts the status at another service', describedFamily(fc.constantFrom(...Object.entries(otherBases)), ([what]) => what, ([, other]) => changeStatusUrl((id, host) => `${other(host)}/credentials/status/${id}`)), asUrl),
  fault(STATUS.PATH, 'adds a query to the status URL', changeStatusUrl((id, host) => `${host}/credentials/status/${id}?v=1`), asUrl),
  fault(STATUS.PATH, 'adds a fragment to the status URL', changeStatusUrl((id, host) => `${host}/credentials/status/${id}#now`), asUrl),
  fault(STATUS.PATH, 'puts the status one level deeper', changeStatusUrl((id, host) => `${host}/credentials/status/identity/${id}`), asUrl),
  fault(STATUS.ID, 'refers to the status of another credential', changeStatusUrl((_, host) => `${host}/credentials/status/7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f`)),
  fault(STATUS.ID, 'writes the id in the status URL in capitals', changeStatusUrl((id, host) => `${host}/credentials/status/${id.toUpperCase()}`)),
  fault(STATUS.ID, 'refers to the status of the dataset', changeStatusUrl((_, host) => `${host}/credentials/status/0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a`)),
  fault(STATUS.LIST, 'refers to an invalid index of the list', valueFamily(fc.constantFrom<JsonValue>(-1, 1.5, '1', null, true), (idx) => setList({ idx, uri: `${base}/list` })), withList),
  fault(STATUS.LIST, 'refers to a list with anything but a URL', valueFamily(notAString, (uri) => setList({ idx: 1, uri })), withList),
  fault(STATUS.LIST, 'leaves out the index of the list', setList({ uri: `${base}/list` }), withList),

  fault(STATUS.VALUE, 'sends a list without its number of bits', statusPayload(drop('/status_list/bits')), inVc),
  fault(STATUS.VALUE, 'sends a list that is not compressed', statusPayload(put('/status_list/lst', 'AAAAAA')), inVc),
  fault(STATUS.VALUE, 'sends a status in the place of a list', statusPayload((all) => put('/status', 'active')(drop('/status_list')(all))), inVc),
  fault(STATUS.SUBJECT, 'sends the list of another credential', statusPayload(change('/sub', (sub) => String(sub).replace(/[^/]+$/, '7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f'))), inVc),
  fault(STATUS.SUBJECT, 'sends a list without `sub`', statusPayload(drop('/sub')), inVc),

  fault(STATUS.SIGNED, 'signs with an unrelated key', editToken(signAgain(unrelatedKey))),
  fault(STATUS.SIGNED, 'signs with the key in its own header', editToken(signWithOwnKey('jwk'))),
  fault(STATUS.SIGNED, 'signs with a key that `jku` refers to', editToken(signWithOwnKey('jku'))),
  fault(STATUS.SIGNED, 'signs with a key that `x5c` certifies', editToken(signWithOwnKey('x5c'))),
  fault(STATUS.SIGNED, 'signs with a key that `x5u` refers to', editToken(signWithOwnKey('x5u'))),
  fault(STATUS.SIGNED, 'names another key than it signs with', statusHeader(put('/kid', 'issuer-2027'))),
  fault(STATUS.SIGNED, 'names a key that is not in the key set', statusHeader(put('/kid', 'status-2027')), { decisions: { 'status.signer': 'issuer' } }),
  fault(STATUS.SIGNED, 'signs with an unrelated key and names none, where the issuer has the key', editToken(signAgain(unrelatedKey, drop('/kid'))), { decisions: { 'status.signer': 'issuer' } }),
  fault(STATUS.SIGNED, 'authenticates a response of any form with HS256', editToken(signWithSecret('the JWK of the public key')), { decisions: { 'status.body': 'any' } }),
  fault(STATUS.SIGNED, 'leaves the signature empty', editToken(editParts(([header = '', payload = '']) => [header, payload, '']))),
  fault(STATUS.SIGNED, 'signs in DER form', editToken(editPart(2, editOctets(toDer)))),
  fault(STATUS.SIGNED, 'changes a bit of the signature', editToken(editPart(2, flipLastBit))),
  fault(STATUS.SIGNED, 'sends a signature of zeros', editToken(editPart(2, editOctets((all) => Buffer.alloc(all.length))))),
  fault(STATUS.SIGNED, 'changes the status after signing', editToken(editPart(1, (body) => encodeBase64url(String(Buffer.from(body, 'base64url')).replace('active', 'revoked')))), withoutList),
  fault(STATUS.ALG, 'names another algorithm', valueFamily(fc.constantFrom('ES384', 'HS256', 'RS256', 'EdDSA', 'es256', 'none', ''), (alg) => statusHeader(put('/alg', alg)))),
  fault(STATUS.ALG, 'names no algorithm', statusHeader(drop('/alg'))),
  ...spellingsOfNone.map((none, i) => fault(STATUS.ALG, `sends no signature and the algorithm \`${none}\`, spelling ${i + 1}`, editToken(removeSignature(none)), { alsoBreaks: [STATUS.SIGNED] })),
  ...listForms().map((form) => fault(STATUS.ALG, `authenticates with HS256 and ${form} as the secret`, editToken(signWithSecret(form)), { alsoBreaks: [STATUS.SIGNED] })),
  fault(STATUS.ALG, 'names an empty file as its key and authenticates with an empty secret', editToken(authenticateWithEmptyFile), { alsoBreaks: [STATUS.SIGNED] }),

  fault(STATUS.VALUE, 'leaves out the status', statusPayload(drop('/status')), obeyed),
  fault(STATUS.VALUE, 'calls it `state`', statusPayload(rename('status', 'state')), obeyed),
  ...['Active', 'ACTIVE', 'active '].map((word, i) => fault(STATUS.VALUE, `spells the status ${JSON.stringify(word)}, spelling ${i + 1}`, statusPayload(put('/status', word)), { rejection: 'none', ...withoutList })),
  fault(STATUS.VALUE, 'sends another word as the status', valueFamily(wrongValues, (word) => statusPayload(put('/status', word))), obeyed),
  fault(STATUS.VALUE, 'sends no status in a response of any form', valueFamily(wrongValues, (word) => statusPayload(put('/status', word))), { decisions: { 'status.body': 'any' }, ...obeyed }),
  fault(STATUS.VALUE, 'sends anything but a string as the status', valueFamily(notAString, (value) => statusPayload(put('/status', value))), obeyed),
  fault(STATUS.SUBJECT, 'answers for another credential', statusPayload(put('/id', '7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f')), withoutList),
  fault(STATUS.SUBJECT, 'leaves out the id of the credential', statusPayload(drop('/id')), withoutList),
  fault(STATUS.SUBJECT, 'sends anything but a string as the id of the credential', valueFamily(notAString, (value) => statusPayload(put('/id', value))), withoutList),
  fault(STATUS.SUBJECT, 'adds a prefix to the id', valueFamily(fc.constantFrom('evil', 'evil/', 'evil:', '0', ' '), (prefix) => statusPayload(change('/id', (id) => `${prefix}${id}`))), withoutList),
  fault(STATUS.SUBJECT, 'puts the id into the query of a URL', statusPayload(change('/id', (id) => `${base}/credentials/status/1?of=/${id}`)), withoutList),
  fault(STATUS.SUBJECT, 'names another credential in `sub` than in `id`', statusPayload(put('/sub', 'urn:uuid:7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f')), { rejection: 'none', ...withoutList }),
  fault(STATUS.SUBJECT, 'names another credential in `id` than in `sub`', statusPayload((all) => put('/id', '7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f')(rename('id', 'sub')(all))), { rejection: 'none', ...withoutList }),
  fault(STATUS.SUBJECT, 'answers for another credential in a response of any form', statusPayload(put('/credential_id', '7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f')), { decisions: { 'status.body': 'any', 'status.idMember': 'credential_id' }, ...withoutList }),
  fault(STATUS.SUBJECT, 'names the credential in `id` where another member was agreed on', statusPayload(rename('credential_id', 'id')), { decisions: { 'status.idMember': 'credential_id' }, ...withoutList }),
  fault(STATUS.CURRENT, 'replays an expired response', statusPayload((all) => put('/exp', 1_790_003_600)(put('/iat', 1_790_000_000)(all)))),
  fault(STATUS.CURRENT, 'sends an expired response without `iat`', statusPayload((all) => put('/exp', 1_790_003_600)(drop('/iat')(all)))),
  // The format of section 2.9 has no `nbf`, and RFC 7519 obliges no receiver to compare `iat` with its clock.
  fault(STATUS.CURRENT, 'sends a response with `iat` in the future', shift(86_400), { rejection: 'none' }),
  fault(STATUS.CURRENT, 'sends a response with `nbf` in the future', statusPayload(setTime('nbf', 'iat', 3000)), { rejection: 'none' }),
  fault(STATUS.CURRENT, 'replays a response that expired ten minutes ago', shift(-4200)),
  fault(STATUS.PUNCTUAL, 'answers with a response that expired an hour ago', shift(-7200), { alsoBreaks: [STATUS.CURRENT] }),
  fault(STATUS.PUNCTUAL, 'answers with a response of tomorrow', shift(86_400), { alsoBreaks: [STATUS.CURRENT] }),
  fault(STATUS.NAMELESS, 'adds the name of the holder', statusPayload(put('/name', holders.asha.ResidentName))),
  fault(STATUS.NAMELESS, 'adds the e-mail address of the holder', statusPayload(put('/subject', { contact: holders.asha.Email }))),
  fault(STATUS.TIMES, 'sends a time of another type', describedFamily(fc.tuple(anyTime, notANumber), ([name, value]) => JSON.stringify({ [name]: value }), ([name, value]) => statusPayload(put(`/${name}`, value as JsonValue)))),
  fault(STATUS.TIMES, 'gives a time in milliseconds', valueFamily(anyTime, (name) => statusPayload(put(`/${name}`, 1_795_000_000_000)))),
  fault(STATUS.TIMES, 'gives a fraction of a second', statusPayload(put('/iat', 1_794_999_999.5)), { profile: 'document-openid4vci' }),
  fault(STATUS.ISSUER, 'answers in the name of another issuer', describedFamily(fc.constantFrom(...Object.entries(otherIssuers)), ([what]) => what, ([, how]) => statusPayload(change('/iss', (iss) => how(String(iss)))))),
  fault(STATUS.ISSUER, 'sends anything but a string as `iss`', valueFamily(notAString, (iss) => statusPayload(put('/iss', iss)))),

  fault(STATUS.COMPACT, 'answers in JSON', replaceStep('statusService', 'sign', () => ({ payload }) => writeJson(payload))),
  fault(STATUS.COMPACT, 'answers with a JWS in JSON', editToken((text) => JSON.stringify({ protected: text.split('.')[0], payload: text.split('.')[1], signature: text.split('.')[2] })), { rejection: 'none' }),
  fault(STATUS.COMPACT, 'answers in two parts', editToken(editParts((all) => all.slice(0, 2)))),
  fault(STATUS.COMPACT, 'answers in four parts', editToken((text) => `${text}.`)),
  fault(STATUS.COMPACT, 'pads a part', editToken(editPart(2, (text) => `${text}==`)), { rejection: 'none' }),
  fault(STATUS.COMPACT, 'encodes the signature with non-zero padding bits', editToken(editPart(2, respellLastCharacter)), { rejection: 'none' }),
  fault(STATUS.COMPACT, 'answers with one word', statusPayload(() => 'active')),
  fault(STATUS.COMPACT, 'ends the response with a line break', editToken((text) => `${text}\n`), { rejection: 'none' }),
]
