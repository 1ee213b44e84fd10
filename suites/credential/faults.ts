import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { toDer } from '../../src/protocol/es256.ts'
import { isObject, type JsonValue } from '../../src/protocol/json.ts'
import { writeJws } from '../../src/protocol/jws.ts'
import { after, both, change, drop, flipped, instead, message, octets, part, put, renamed } from '../deviations.ts'
import { SD } from '../disclosure/requirements.ts'
import { family, notANumber, notAnObject, notAString } from '../family.ts'
import { stranger } from '../stranger.ts'
import { CNF, CRED } from './requirements.ts'

const header = message.credentialHeader
const payload = message.credentialPayload
const embedded = message.embedded
const json = (value: unknown): string => JSON.stringify(value)

const mint = (how: (jws: string) => string) => after('issuer', 'mint', how)
const signature = (how: (text: string) => string) => mint(part(2, how))
const bundle = (how: (text: string) => string) => after('issuer', 'bundle', how)
const key = (name: string, value: JsonValue | undefined) => payload(put(`/cnf/jwk/${name}`, value))

/** A member that is missing or of a wrong type, as two faults. */
const text = (row: Fault['breaks'], at: string, edit: typeof header): readonly Fault[] => [
  fault(row, `leaves out ${at.slice(1)}`, edit(drop(at))),
  fault(
    row,
    `gives ${at.slice(1)} as another type`,
    family(notAString, json, (value) => edit(put(at, value as JsonValue))),
  ),
]

/** Ids that are no UUID of version 4, each made from one that is: two credentials still have two. */
const notVersion4: Readonly<Record<string, (id: string) => string>> = {
  'of version 1': (id) => `${id.slice(0, 14)}1${id.slice(15)}`,
  'of version 7': (id) => `${id.slice(0, 14)}7${id.slice(15)}`,
  'of another variant': (id) => `${id.slice(0, 19)}1${id.slice(20)}`,
  'as a URN': (id) => `urn:uuid:${id}`,
  'without hyphens': (id) => id.replaceAll('-', ''),
  'with a sign too many': (id) => `${id}0`,
}

export const faults: readonly Fault[] = [
  fault(
    CRED.JOINED,
    'joins its parts with blanks',
    bundle((all) => all.replaceAll('~', ' ~ ').trim()),
  ),
  fault(
    CRED.JOINED,
    'hands out a bare JWT',
    bundle((all) => all.split('~')[0] ?? ''),
  ),
  fault(
    CRED.JOINED,
    'joins its parts without blanks where blanks were agreed',
    bundle((all) => all.replaceAll(' ~ ', '~').replace(' ~', '~')),
    { given: { 'sd.serialization': 'spaced' } },
  ),
  fault(
    CRED.JOINED,
    'ends in something that is no JWT',
    family(fc.constantFrom('!!.}.{', 'x.y', '.', '..', 'a.b.c', 'e30.e30.e30.e30', 'W10.W10.AAAA'), json, (tail) =>
      bundle((all) => `${all}${tail}`),
    ),
    { alsoBreaks: [SD['NO-BINDING']] },
  ),
  fault(CRED.CONCEALED, 'repeats a claim in clear, in a subject', payload(put('/credentialSubject', { Gender: 'F' }))),
  fault(
    CRED.CONCEALED,
    'says something else in a subject than it discloses',
    family(fc.constantFrom<JsonValue>({ Gender: 'X' }, [{ IsNRI: true }], { AgeAbove18: false }), json, (subject) =>
      payload(put('/vc', { type: ['VerifiableCredential'], credentialSubject: subject })),
    ),
  ),
  fault(
    CRED.CONCEALED,
    'repeats what it discloses, anywhere',
    family(fc.constantFrom('claims', 'subject', 'display', 'x-note'), String, (name) =>
      instead('issuer', 'draft', (honest) => (session, holderKey) => {
        const draft = honest(session, holderKey)
        const { Gender = null } = session.holder
        return { ...draft, payload: { ...draft.payload, [name]: [{ deep: { Gender } }] } }
      }),
    ),
  ),
  fault(
    CRED.ALG,
    'names another algorithm',
    family(fc.constantFrom('ES384', 'HS256', 'none', 'es256', 'EdDSA'), String, (alg) => header(put('/alg', alg))),
  ),
  fault(CRED.ALG, 'names no algorithm', header(drop('/alg'))),
  fault(
    CRED.TYP,
    'calls the credential something else',
    family(
      fc.constantFrom('JWT', 'kb+jwt', 'keyattestation+jwt', 'VC+SD-JWT', 'application/vc+sd-jwt'),
      String,
      (typ) => header(put('/typ', typ)),
    ),
  ),
  fault(CRED.TYP, 'leaves out the type', header(drop('/typ'))),
  fault(CRED.TYP, 'uses the name of newer drafts', header(put('/typ', 'dc+sd-jwt'))),
  fault(CRED.TYP, 'uses the name of older drafts', header(put('/typ', 'vc+sd-jwt')), { under: 'sd-jwt-vc' }),
  ...text(CRED.KID, '/kid', header),
  fault(CRED.RESOLVED, 'names a key that nobody has', header(put('/kid', 'issuer-1999'))),
  fault(CRED.RESOLVED, 'names a key by a path', header(put('/kid', '../../keys/issuer-2026'))),
  fault(CRED.SIGNED, 'names its next key and signs with this one', header(put('/kid', 'issuer-2027'))),
  fault(
    CRED.SIGNED,
    "signs with a stranger's key under its own kid",
    instead('issuer', 'mint', () => (draft) => writeJws(draft.header, draft.payload, stranger)),
  ),
  fault(CRED.SIGNED, 'changes a bit of the signature', signature(flipped)),
  fault(
    CRED.SIGNED,
    'leaves the signature empty',
    signature(() => ''),
  ),
  fault(
    CRED.SIGNED,
    'signs with nothing but zeros',
    signature(() => encodeBase64url(Buffer.alloc(64))),
  ),
  fault(CRED.SIGNED, 'cuts the signature', signature(octets((all) => all.subarray(1)))),
  fault(
    CRED.SIGNED,
    'swaps the halves of the signature',
    signature(octets((all) => Buffer.concat([all.subarray(32), all.subarray(0, 32)]))),
  ),
  fault(
    CRED.SIGNED,
    'changes the payload after signing',
    mint(part(1, (all) => encodeBase64url(`${Buffer.from(all, 'base64url').toString('utf8')} `))),
  ),
  fault(CRED.ISS, 'leaves out iss', payload(drop('/iss')), { alsoBreaks: [CRED.MODEL] }),
  fault(
    CRED.ISS,
    'gives iss as another type',
    family(notAString, json, (value) => payload(put('/iss', value as JsonValue))),
  ),
  fault(CRED.ISSUER, 'names another issuer', payload(put('/iss', 'https://other.example'))),
  fault(CRED.ISSUER, 'puts a slash behind its address', payload(change('/iss', (iss) => `${iss}/`))),
  ...text(CRED.ID, '/id', payload),
  fault(
    CRED.ID,
    'makes its ids in another way',
    family(
      fc.constantFrom(...Object.entries(notVersion4)),
      ([what]) => what,
      ([, how]) => renamed(how),
    ),
  ),
  fault(CRED.IAT, 'leaves out the time of issuance', payload(drop('/iat')), { alsoBreaks: [CRED.MODEL] }),
  fault(
    CRED.IAT,
    'gives the time of issuance as another type',
    family(notANumber, json, (value) => payload(put('/iat', value as JsonValue))),
  ),
  fault(CRED.IAT, 'gives the time of issuance in milliseconds', payload(change('/iat', (iat) => Number(iat) * 1000))),
  fault(CRED.IAT, 'gives a fraction of a second', payload(change('/iat', (iat) => Number(iat) + 0.5)), {
    under: 'openid4vci-1.0',
  }),
  fault(CRED.EXP, 'leaves out the time of expiry', payload(drop('/exp')), { alsoBreaks: [CRED.MODEL] }),
  fault(
    CRED.EXP,
    'gives the time of expiry as another type',
    family(notANumber, json, (value) => payload(put('/exp', value as JsonValue))),
  ),
  fault(CRED.EXP, 'gives the time of expiry in milliseconds', payload(change('/exp', (exp) => Number(exp) * 1000))),
  fault(CRED.LASTS, 'expires before it was issued', payload(change('/exp', () => 1_700_000_000))),
  fault(
    CRED.CURRENT,
    'hands out a credential that has expired',
    payload((all) => put('/exp', 1_700_000_001)(put('/iat', 1_700_000_000)(all))),
  ),
  fault(CRED.CURRENT, 'hands out a credential of tomorrow', payload(change('/iat', (iat) => Number(iat) + 86_400))),
  fault(CRED.CURRENT, 'hands out a credential that is not good yet', payload(put('/nbf', 1_795_086_400))),
  fault(
    CRED.NBF,
    'says from when it is good, as another type',
    family(notANumber, json, (value) => payload(put('/nbf', value as JsonValue))),
  ),
  fault(CRED.NBF, 'says from when it is good, in milliseconds', payload(put('/nbf', 1_790_000_000_000))),
  fault(CRED.STATUS, 'leaves out the status', payload(drop('/status'))),
  fault(
    CRED.STATUS,
    'refers to a status list',
    payload(put('/status', { status_list: { idx: 3, uri: 'https://status.example/list' } })),
  ),
  fault(
    CRED.STATUS,
    'gives a relative address',
    payload(change('/status', (status) => String(status).replace(/^https?:\/\/[^/]+/, ''))),
  ),
  fault(
    CRED.STATUS,
    'gives an address where an object was agreed',
    payload(put('/status', 'https://status.example/list')),
    { under: 'sd-jwt-vc' },
  ),
  fault(CRED['SD-ALG'], 'leaves out the hash algorithm', payload(drop('/_sd_alg'))),
  fault(
    CRED['SD-ALG'],
    'spells the hash algorithm otherwise',
    family(fc.constantFrom('sha-256', 'sha256', 'SHA256', 'sha-512', ''), String, (name) =>
      payload(put('/_sd_alg', name)),
    ),
  ),
  fault(CRED['SD-ALG'], 'spells the hash algorithm in capitals', payload(put('/_sd_alg', 'SHA-256')), {
    under: 'rfc9901',
  }),
  fault(
    CRED.SD,
    'adds a digest that is none',
    family(
      fc.constantFrom('', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(43)}=`, 'ab'.repeat(32), `${'A'.repeat(42)}B`),
      json,
      (digest) => embedded(change('/_sd', (all) => (Array.isArray(all) ? [...all, digest] : all))),
    ),
  ),
  fault(
    CRED.SD,
    'adds a digest of another type',
    family(notAString, json, (value) =>
      embedded(change('/_sd', (all) => (Array.isArray(all) ? [...all, value as JsonValue] : all))),
    ),
  ),
  fault(
    CRED.SD,
    'leaves out the digests and the disclosures',
    both(
      embedded(drop('/_sd')),
      bundle((all) => `${all.split('~')[0]}~`),
    ),
  ),
  fault(
    CRED.SD,
    'gives the digests as another type',
    both(
      embedded(put('/_sd', {})),
      bundle((all) => `${all.split('~')[0]}~`),
    ),
  ),
  fault(CRED.CNF, 'leaves out the key of the holder', payload(drop('/cnf'))),
  fault(
    CRED.CNF,
    'gives the key of the holder as another type',
    family(
      fc.oneof(notAnObject, fc.constantFrom({}, { kid: 'holder-1' }, { jku: 'https://holder.example' })),
      json,
      (value) => payload(put('/cnf', value as JsonValue)),
    ),
  ),

  fault(CRED.COMPACT, 'pads a part', mint(part(1, (all) => `${all}=`))),
  fault(
    CRED.COMPACT,
    'sends a fourth part',
    mint((all) => `${all}.YQ`),
  ),
  fault(
    CRED.COMPACT,
    'signs an array',
    instead('issuer', 'mint', (honest) => (draft) => honest({ ...draft, payload: [] })),
  ),
  fault(
    CRED.COMPACT,
    'has a character that is none of base64url',
    family(
      fc.tuple(fc.nat(2), fc.constantFrom('+', '/', '=', ' x', '\n')),
      ([i, c]) => `${json(c)} in part ${i}`,
      ([i, c]) => mint(part(i, (all) => `${all.slice(0, 4)}${c}${all.slice(5)}`)),
    ),
  ),
  fault(CRED.P1363, 'signs in DER form', signature(octets(toDer))),
  fault(CRED.CRIT, 'lists a critical extension', header(put('/crit', ['b64']))),
  fault(
    CRED.CRIT,
    'asks for an unencoded payload',
    family(fc.constantFrom<JsonValue>(false, 'false', null, 0), json, (value) => header(put('/b64', value))),
  ),
  fault(CRED.CRIT, 'lists no critical extension, and says so', header(put('/crit', []))),
  fault(CRED.VCT, 'leaves out the type of the credential', payload(drop('/vct')), { under: 'sd-jwt-vc' }),
  fault(
    CRED.VCT,
    'gives the type of the credential as another type',
    family(notAString, json, (value) => payload(put('/vct', value as JsonValue))),
    { under: 'sd-jwt-vc' },
  ),
  fault(CRED.MODEL, 'leaves out what the model maps', payload(drop('/iss')), { alsoBreaks: [CRED.ISS] }),

  fault(CNF.PUBLIC, 'gives a private key away', key('d', stranger.d)),
  fault(
    CNF.KTY,
    'binds to a key of another type',
    family(fc.constantFrom('RSA', 'OKP', 'oct', 'ec'), String, (kty) => key('kty', kty)),
  ),
  fault(CNF.KTY, 'leaves out the type of the key', key('kty', undefined)),
  fault(
    CNF.CRV,
    'binds to a key on another curve',
    family(fc.constantFrom('P-384', 'secp256k1', 'p-256'), String, (crv) => key('crv', crv)),
  ),
  fault(CNF.CRV, 'leaves out the curve', key('crv', undefined)),
  ...(['x', 'y'] as const).flatMap((name) => {
    const row = name === 'x' ? CNF.X : CNF.Y
    return [
      fault(row, `leaves out ${name}`, key(name, undefined)),
      fault(row, `pads ${name}`, payload(change(`/cnf/jwk/${name}`, (value) => `${value}=`))),
      fault(
        row,
        `strips ${name}`,
        payload(change(`/cnf/jwk/${name}`, (value) => octets((all) => all.subarray(1))(String(value)))),
      ),
    ]
  }),
  fault(
    CNF.POINT,
    'binds to a point off the curve',
    payload(change('/cnf/jwk', (jwk) => (isObject(jwk) ? { ...jwk, y: jwk.x ?? '' } : jwk))),
  ),
  fault(CNF.KID, 'leaves out the key id', key('kid', undefined)),
  fault(
    CNF.KID,
    'gives the key id as another type',
    family(notAString, json, (value) => key('kid', value as JsonValue)),
  ),
  fault(CNF.ALG, 'leaves out the algorithm of the key', key('alg', undefined)),
  fault(CNF.ALG, 'names another algorithm for the key', key('alg', 'ES384')),
]
