import { createHash } from 'node:crypto'
import { encodeCbor, RawCbor, type WritableCbor } from '../../protocol/cbor/encode.ts'
import { keyLabels } from '../../protocol/mdoc/cose-key.ts'
import { writeTime } from '../../protocol/mdoc/device-signed.ts'
import type { MdocElement } from '../../protocol/mdoc/issuer-signed.ts'
import { type SampleVariant, sampleVariant } from '../kit/samples.ts'
import { sampleTime } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { headerVariants, keyVariants } from './key-faults.ts'
import { formatTime, type MdocChange, type Members, nameSpace, setEntries, setLabel, toMap } from './sample.ts'

const variant = sampleVariant<MdocChange>('MDOC')

const key = (change: (key: Members) => Members, more: Readonly<Record<string, WritableCbor>> = {}): MdocChange => ({
  object: (object) => {
    const info = object.get('deviceKeyInfo') as Members
    const own = toMap({
      deviceKey: change(info.get('deviceKey') as Members),
      keyAuthorizations: toMap({ nameSpaces: [nameSpace], ...more }),
    })
    return setEntries({ deviceKeyInfo: own })(object)
  },
})

const ed25519: Members = new Map<number, WritableCbor>([
  [keyLabels.kty, 1],
  [keyLabels.crv, 6],
  [keyLabels.x, Buffer.from(keys.ed25519.x, 'base64url')],
])

const elementsOfEveryType: readonly MdocElement[] = [
  ['family_name', 'Example', nameSpace],
  ['issuing_country', 'UT', nameSpace],
  ['sex', 9, nameSpace],
  ['signature_usual_mark', Buffer.alloc(8), nameSpace],
  ['age_over_65', false, nameSpace],
  ['issue_date', writeTime(formatTime(sampleTime)), nameSpace],
  ['expiry_date', { tag: 1004, value: '2032-02-29' }, nameSpace],
  [
    'driving_privileges',
    [
      toMap({
        vehicle_category_code: 'B',
        expiry_date: { tag: 1004, value: '2032-02-29' },
        codes: [toMap({ code: '01' })],
      }),
    ],
    nameSpace,
  ],
]

// biome-ignore format: a table, one variant a line.
export const variants: readonly SampleVariant<MdocChange>[] = [
  variant('is what the usual issuer signed', {}),
  variant('is written in hexadecimal digits', { write: 'hex' }),
  variant('is written in base64', { write: 'base64' }),
  variant('shows two of its items', { items: (items) => items.slice(1, 3) }),
  variant('writes lengths in more octets than they take', { items: (items) => items.map((each) => writeLong((each as { readonly value: WritableCbor }).value as Buffer)), hashed: (octets) => (writeLong(octets) as RawCbor).octets }),
  variant('has a certificate whose issuer has its own name, and another key', { leaf: { subject: 'Example authority' } }),
  variant('shows nothing', { issuerSigned: setEntries({ nameSpaces: undefined }) }),
  variant('has an element of its own that is a map', { item: (item, i) => (i === 0 ? setEntries({ elementIdentifier: 'x_record', elementValue: toMap({ a: [1, null, { tag: 0, value: '2020-01-01T00:00:00Z' }] }) })(item) : item) }),
  variant('has a `random` of 16 octets', { item: (item, i) => setEntries({ random: Buffer.alloc(16, i + 1) })(item) }),
  variant('has the members of an item in another order', { item: (item) => new Map([...item].toReversed()) }),
  variant('has digests by SHA-384', { hash: 'sha384', object: (object) => setEntries({ digestAlgorithm: 'SHA-384' })(object) }),
  variant('has digests by SHA-512', { hash: 'sha512', object: (object) => setEntries({ digestAlgorithm: 'SHA-512' })(object) }),
  variant('has digests of elements that are not shown', { items: (items) => items.slice(0, 1) }),
  variant('has a later version', { object: (object) => setEntries({ version: '1.1' })(object) }),
  variant('is signed by ES384', { auth: { alg: 'ES384' } }),
  variant('is signed by ES512', { auth: { alg: 'ES512' } }),
  variant('is signed by EdDSA', { auth: { alg: 'EdDSA' } }),
  variant('has a key id besides', { auth: { unprotected: (all) => setLabel(4, Buffer.from('key-1'))(all) } }),
  variant('has a further key usage in its certificate', { leaf: { keyUsage: ['digitalSignature', 'nonRepudiation'] } }),
  variant('is another document, with a certificate for any purpose', { object: (object) => setEntries({ docType: 'org.example.member' })(object), leaf: { extensions: [] } }),
  variant('has a time of its next update, and members that are not known', { validity: setEntries({ expectedUpdate: writeTime(formatTime(sampleTime + 3600)) }), object: (object) => setEntries({ 'x-note': 1 })(object) }),
  variant('has a status in a list', { object: (object) => setEntries({ status: toMap({ status_list: toMap({ idx: 0, uri: 'https://status.example/1' }) }) })(object) }),
  variant('has a status of another kind', { object: (object) => setEntries({ status: toMap({ identifier_list: toMap({ id: Buffer.alloc(4), uri: 'https://status.example/ids' }) }) })(object) }),
  variant('authorizes its key for a name space, and for elements of another', key((own) => own, { dataElements: toMap({ 'org.example.own': ['note'] }) })),
  variant('has elements of every type', { elements: elementsOfEveryType }),
  variant('has elements of its own, and in a name space of its own', { elements: [['x-note', 1, nameSpace], ['birth_date', '1990', 'org.example.own']] }),
  variant('has a key with the sign of its second coordinate', key((own) => setLabel(keyLabels.y, ((own.get(keyLabels.y) as Buffer).at(-1) ?? 0) % 2 === 1)(own))),
  variant('has a key id in its key', key((own) => setLabel(2, Buffer.from('k'))(own))),
  variant('is a document', { about: 'document' }),
  variant('is a document with elements of the device', { about: 'document', deviceElements: toMap({ [nameSpace]: toMap({ age_over_21: true }) }), ...key((own) => own) }),
  variant('is a document of a device with the sign of its second coordinate', { about: 'document', ...key((own) => setLabel(keyLabels.y, ((own.get(keyLabels.y) as Buffer).at(-1) ?? 0) % 2 === 1)(own)) }),
  variant('is a document of a device with an Ed25519 key', { about: 'document', device: { alg: 'EdDSA' }, ...key(() => ed25519) }),
  variant('is a document with a MAC', { about: 'document', reader: keys.other, facts: { keys: [keys.other] } }),
  variant('is a document with errors', { about: 'document', document: setEntries({ errors: toMap({ [nameSpace]: toMap({ height: 0 }) }) }) }),
  variant('is a document of another session, by its transcript', { about: 'document', facts: { request: { session_transcript: usualTranscript() } } }),
  variant('is a response', { about: 'response' }),
  variant('is a response without documents', { about: 'response', response: setEntries({ documents: undefined, documentErrors: [toMap({ 'org.example.member': 0 })] }) }),
  variant('is a response with an error and a later version', { about: 'response', response: setEntries({ documents: undefined, version: '1.1', status: 10 }) }),
  ...keyVariants,
  ...headerVariants,
]

/** A byte string with tag 24, its length in four octets. */
function writeLong(octets: Buffer): WritableCbor {
  const head = Buffer.from('d8185a00000000', 'hex')
  head.writeUInt32BE(octets.length, 3)
  return new RawCbor(Buffer.concat([head, octets]))
}

/** The transcript of the usual request, as another wallet writes it. */
function usualTranscript(): string {
  const info = encodeCbor(['x509_san_dns:verifier.example', 'n-0S6_WzA2Mj', null, 'https://verifier.example/response'])
  const hash = createHash('sha256').update(info).digest()
  return encodeCbor([null, null, ['OpenID4VPHandover', hash]]).toString('hex')
}
