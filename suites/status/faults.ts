import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { toDer } from '../../src/protocol/es256.ts'
import { type JsonValue, writeJson } from '../../src/protocol/json.ts'
import {
  after,
  change,
  drop,
  flipped,
  instead,
  message,
  octets,
  part,
  parts,
  put,
  rename,
  resigned,
  respelled,
  statusAt,
} from '../deviations.ts'
import { each, family, notANumber, notAString } from '../family.ts'
import { stranger } from '../stranger.ts'
import { STATUS } from './requirements.ts'

const { credentialPayload, statusHeader, statusPayload } = message

const seal = (how: (text: string) => string) => after('statusService', 'seal', how)

const base = 'https://status.example'
const otherPaths = ['/credential/status/', '/credentials/', '/status/', '/Credentials/Status/', '/credentials//status/']
/** Other services, by the base address of the right one. */
const elsewhere = {
  'another host': () => 'https://elsewhere.example',
  'another scheme': (host: string) => host.replace(/^http(s?):/, (_, s) => (s === '' ? 'https:' : 'http:')),
  'another port': (host: string) => `${host.replace(/:\d+$/, '')}:8443`,
  'a path below': (host: string) => `${host}/v2`,
} as const

const asList = { given: { 'status.form': 'object' } }
const list = (value: JsonValue) => credentialPayload(put('/status/status_list', value))

const times = fc.constantFrom('iat', 'exp', 'nbf')

const nearWords = fc.constantFrom(
  'Active',
  'ACTIVE',
  ' active',
  'active ',
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
  fault(STATUS.CRIT, 'asks for an unencoded payload', statusHeader(put('/b64', false))),
  fault(STATUS.PATH, 'puts the status at another path', family(fc.constantFrom(...otherPaths), (path) => path, (path) => statusAt((id, host) => `${host}${path}${id}`))),
  fault(STATUS.PATH, 'puts the status at another service', family(fc.constantFrom(...Object.entries(elsewhere)), ([what]) => what, ([, other]) => statusAt((id, host) => `${other(host)}/credentials/status/${id}`))),
  fault(STATUS.PATH, 'puts a query behind the status', statusAt((id, host) => `${host}/credentials/status/${id}?v=1`)),
  fault(STATUS.PATH, 'puts a fragment behind the status', statusAt((id, host) => `${host}/credentials/status/${id}#now`)),
  fault(STATUS.PATH, 'puts the status one level deeper', statusAt((id, host) => `${host}/credentials/status/identity/${id}`)),
  fault(STATUS.ID, 'refers to the status of another credential', statusAt((_, host) => `${host}/credentials/status/7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f`)),
  fault(STATUS.ID, 'refers to its status with capitals', statusAt((id, host) => `${host}/credentials/status/${id.toUpperCase()}`)),
  fault(STATUS.ID, 'refers to the status of the dataset', statusAt((_, host) => `${host}/credentials/status/0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a`)),
  fault(STATUS.LIST, 'refers to a place in the list that is none', each(fc.constantFrom<JsonValue>(-1, 1.5, '1', null, true), (idx) => list({ idx, uri: `${base}/list` })), asList),
  fault(STATUS.LIST, 'refers to no list', each(notAString, (uri) => list({ idx: 1, uri })), asList),
  fault(STATUS.LIST, 'leaves out its place in the list', list({ uri: `${base}/list` }), asList),

  fault(STATUS.SIGNED, "signs with a stranger's key", seal(resigned(stranger))),
  fault(STATUS.SIGNED, 'signs with a key that it brings along', seal(resigned(stranger, put('/jwk', { kty: 'EC', crv: 'P-256', x: stranger.x ?? '', y: stranger.y ?? '' })))),
  fault(STATUS.SIGNED, 'names another key than it signs with', statusHeader(put('/kid', 'issuer-2027'))),
  fault(STATUS.SIGNED, 'does not sign', seal(parts(([header = '', payload = '']) => [header, payload, '']))),
  fault(STATUS.SIGNED, 'signs in DER', seal(part(2, octets(toDer)))),
  fault(STATUS.SIGNED, 'spoils the signature', seal(part(2, flipped))),
  fault(STATUS.SIGNED, 'signs with nothing but zeros', seal(part(2, octets((all) => Buffer.alloc(all.length))))),
  fault(STATUS.SIGNED, 'changes the status afterwards', seal(part(1, (body) => encodeBase64url(String(Buffer.from(body, 'base64url')).replace('active', 'revoked'))))),
  fault(STATUS.ALG, 'names another algorithm', each(fc.constantFrom('ES384', 'HS256', 'RS256', 'EdDSA', 'es256', 'none', ''), (alg) => statusHeader(put('/alg', alg)))),
  fault(STATUS.ALG, 'names no algorithm', statusHeader(drop('/alg'))),
  fault(STATUS.ALG, 'says that nobody signed', seal((text) => [encodeBase64url('{"alg":"none","kid":"issuer-2026"}'), text.split('.')[1], ''].join('.')), { alsoBreaks: [STATUS.SIGNED] }),

  fault(STATUS.VALUE, 'leaves out the status', statusPayload(drop('/status'))),
  fault(STATUS.VALUE, 'calls it `state`', statusPayload(rename('status', 'state'))),
  fault(STATUS.VALUE, 'says the status with another word', each(nearWords, (word) => statusPayload(put('/status', word)))),
  fault(STATUS.VALUE, 'says the status with anything but a string', each(notAString, (value) => statusPayload(put('/status', value)))),
  fault(STATUS.SUBJECT, 'answers for another credential', statusPayload(put('/id', '7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f'))),
  fault(STATUS.SUBJECT, 'does not say for which credential', statusPayload(drop('/id'))),
  fault(STATUS.SUBJECT, 'says with anything but a string for which credential', each(notAString, (value) => statusPayload(put('/id', value)))),
  fault(STATUS.SUBJECT, 'puts something in front of the id', each(fc.constantFrom('evil', 'evil/', 'evil:', '0', ' '), (prefix) => statusPayload(change('/id', (id) => `${prefix}${id}`)))),
  fault(STATUS.SUBJECT, 'puts the id into the query of an address', statusPayload(change('/id', (id) => `${base}/credentials/status/1?of=/${id}`))),
  fault(STATUS.SUBJECT, 'names another credential as its subject than in its id', statusPayload(put('/sub', 'urn:uuid:7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f'))),
  fault(STATUS.SUBJECT, 'names another credential in its id than as its subject', statusPayload((all) => put('/id', '7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f')(rename('id', 'sub')(all)))),
  fault(STATUS.CURRENT, 'replays an answer that has expired', statusPayload((all) => put('/exp', 1_790_003_600)(put('/iat', 1_790_000_000)(all)))),
  fault(STATUS.CURRENT, 'answers with an expiry that has passed and no time of answering', statusPayload((all) => put('/exp', 1_790_003_600)(drop('/iat')(all)))),
  fault(STATUS.CURRENT, 'answers from tomorrow', statusPayload((all) => put('/exp', 1_795_090_000)(put('/iat', 1_795_086_400)(all)))),
  fault(STATUS.CURRENT, 'gives an answer that is not good yet', statusPayload(put('/nbf', 1_795_003_000))),
  fault(STATUS.TIMES, 'gives a time as another type', family(fc.tuple(times, notANumber), ([name, value]) => JSON.stringify({ [name]: value }), ([name, value]) => statusPayload(put(`/${name}`, value as JsonValue)))),
  fault(STATUS.TIMES, 'gives a time in milliseconds', each(times, (name) => statusPayload(put(`/${name}`, 1_795_000_000_000)))),
  fault(STATUS.TIMES, 'gives a fraction of a second', statusPayload(put('/iat', 1_794_999_999.5)), { under: 'openid4vci-1.0' }),
  fault(STATUS.ISSUER, 'answers in the name of another issuer', each(fc.constantFrom('https://other.example', 'https://issuer.example/', 'https://issuer.example.evil', ''), (iss) => statusPayload(put('/iss', iss)))),
  fault(STATUS.ISSUER, 'names its issuer with anything but a string', each(notAString, (iss) => statusPayload(put('/iss', iss)))),

  fault(STATUS.COMPACT, 'answers in JSON', instead('statusService', 'seal', () => ({ payload }) => writeJson(payload))),
  fault(STATUS.COMPACT, 'answers with a JWS in JSON', seal((text) => JSON.stringify({ protected: text.split('.')[0], payload: text.split('.')[1], signature: text.split('.')[2] }))),
  fault(STATUS.COMPACT, 'answers in two parts', seal(parts((all) => all.slice(0, 2)))),
  fault(STATUS.COMPACT, 'answers in four parts', seal((text) => `${text}.`)),
  fault(STATUS.COMPACT, 'pads a part', seal(part(2, (text) => `${text}==`))),
  fault(STATUS.COMPACT, 'spells the signature in a way that only some read', seal(part(2, respelled))),
  fault(STATUS.COMPACT, 'answers with one word', statusPayload(() => 'active')),
  fault(STATUS.COMPACT, 'ends the answer with a line break', seal((text) => `${text}\n`)),
]
