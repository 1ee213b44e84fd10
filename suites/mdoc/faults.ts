import { createHash } from 'node:crypto'
import { CborFloat } from '../../protocol/cbor/decode.ts'
import { encodeCbor, type WritableCbor } from '../../protocol/cbor/encode.ts'
import { keyLabels } from '../../protocol/mdoc/cose-key.ts'
import { writeTime } from '../../protocol/mdoc/device-signed.ts'
import { foreignExtension } from '../jose/sample-certificate.ts'
import { type SampleFault, sampleFault } from '../kit/samples.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { headerFaults, keyFaults } from './key-faults.ts'
import { MDAUTH, MDDEV, MDOC, MDRESP, MSO } from './requirements.ts'
import {
  formatTime,
  licencePurpose,
  type MdocChange,
  type Members,
  nameSpace,
  setEntries,
  setLabel,
  toDate,
  toMap,
  usualRequest,
  wrapRaw,
} from './sample.ts'

const fault = sampleFault<MdocChange>()

const day = 86_400
const first =
  (change: (item: Members) => WritableCbor) =>
  (item: Members, index: number): WritableCbor =>
    index === 0 ? change(item) : item

const ofObject = (members: Readonly<Record<string, WritableCbor>>): MdocChange => ({ object: setEntries(members) })
const ofValidity = (members: Readonly<Record<string, WritableCbor>>): MdocChange => ({ validity: setEntries(members) })
const time = (seconds: number): WritableCbor => writeTime(formatTime(seconds))

const digests = (all: WritableCbor): MdocChange => ({
  object: setEntries({ valueDigests: toMap({ [nameSpace]: all }) }),
})
const many = (length: number): Members => new Map([0, 1, 2, 3, 4].map((i) => [i, Buffer.alloc(length, i)]))

const deviceKeyInfo = (members: Readonly<Record<string, WritableCbor>>): MdocChange => ({
  object: (object) =>
    setEntries({ deviceKeyInfo: setEntries(members)(object.get('deviceKeyInfo') as Members) })(object),
})

/** A key that is authorized for every element of a name space. */
const authorized = deviceKeyInfo({ keyAuthorizations: toMap({ nameSpaces: [nameSpace] }) })

const deviceKey = (change: (key: Members) => WritableCbor): MdocChange => ({
  object: (object) => {
    const info = object.get('deviceKeyInfo') as Members
    return setEntries({ deviceKeyInfo: toMap({ deviceKey: change(info.get('deviceKey') as Members) }) })(object)
  },
})

const status = (value: WritableCbor): MdocChange => ofObject({ status: value })
const response = (change: MdocChange): MdocChange => ({ about: 'response', ...change })
const document = (change: MdocChange): MdocChange => ({ about: 'document', ...change })

// biome-ignore format: a table, one fault a line.
export const faults: readonly SampleFault<MdocChange>[] = [
  fault(MDOC.CBOR, 'ends too early', { octets: (all) => all.subarray(0, -3) }),
  fault(MDOC.CBOR, 'is followed by something', { octets: (all) => Buffer.concat([all, Buffer.of(0)]) }),
  fault(MDOC.CBOR, 'has a member twice', { octets: (all) => Buffer.concat([Buffer.of((all[0] ?? 0) + 1), all.subarray(1), encodeCbor('issuerAuth'), encodeCbor(1)]) }),
  fault(MDOC.AUTH, 'is not signed', { issuerSigned: setEntries({ issuerAuth: undefined }) }),
  fault(MDOC.AUTH, 'is signed by three parts', { auth: { parts: (parts) => parts.slice(0, 3) } }),
  fault(MDOC.SPACES, 'has an empty map of name spaces', { issuerSigned: setEntries({ nameSpaces: new Map() }) }),
  fault(MDOC.SPACES, 'has a name space without items', { items: () => [] }),
  fault(MDOC.SPACES, 'has its items in a map', { issuerSigned: setEntries({ nameSpaces: toMap({ [nameSpace]: new Map() }) }) }),
  fault(MDOC.BYTES, 'has an item as it is, not in a byte string', { items: ([, ...others]) => [toMap({ digestID: 0, random: Buffer.alloc(32), elementIdentifier: 'family_name', elementValue: 'Example' }), ...others] }),
  fault(MDOC.BYTES, 'has an item in a byte string without its tag', { items: ([one, ...others]) => [(one as { value: WritableCbor }).value, ...others] }),
  fault(MDOC.ITEM, 'has an item without a name', { item: first((item) => setEntries({ elementIdentifier: undefined })(item)) }),
  fault(MDOC.ITEM, 'has a number of a digest as a text', { item: first(setEntries({ digestID: '0' })) }),
  fault(MDOC.ITEM, 'has a `random` of text', { item: first(setEntries({ random: 'r'.repeat(22) })) }),
  fault(MDOC.ITEM, 'has an item that is an array', { item: first((item) => [...item.values()]) }),
  fault(MDOC.SPACES, 'spells the name of its name spaces otherwise', { issuerSigned: (all) => setEntries({ nameSpaces: undefined, namespaces: all.get('nameSpaces') })(all) }),
  fault(MDOC.VALUES, 'has a date of birth as a text', { elements: [['birth_date', '1990-02-03', nameSpace]] }),
  fault(MDOC.VALUES, 'has a date of birth as a time', { elements: [['birth_date', time(sampleTime), nameSpace]] }),
  fault(MDOC.VALUES, 'has a date of birth that does not exist', { elements: [['birth_date', { tag: 1004, value: '1990-02-30' }, nameSpace]] }),
  fault(MDOC.VALUES, 'has a portrait in base64', { elements: [['portrait', Buffer.alloc(300, 7).toString('base64'), nameSpace]] }),
  fault(MDOC.VALUES, 'has a letter as the sex', { elements: [['sex', 'F', nameSpace]] }),
  fault(MDOC.VALUES, 'has a number as an age attestation', { elements: [['age_over_18', 1, nameSpace]] }),
  fault(MDOC.VALUES, 'has the name of a country in place of its code', { elements: [['issuing_country', 'Exampleland', nameSpace]] }),
  fault(MDOC.VALUES, 'has driving privileges by their codes', { elements: [['driving_privileges', toMap({ B: new Map() }), nameSpace]] }),
  fault(MDOC.VALUES, 'has a date in its driving privileges as a text', { elements: [['driving_privileges', [toMap({ vehicle_category_code: 'B', issue_date: '2020-02-29' })], nameSpace]] }),
  fault(MDOC.VALUES, 'has a name as octets', { elements: [['given_name', Buffer.from('Erin'), nameSpace]] }),
  fault(MDOC.VALUES, 'has an expiry date as a text', { elements: [['expiry_date', '2030-01-01', nameSpace]] }),
  fault(MDOC['RANDOM-GUESSED'], 'counts the `random` of its items', { item: (item, i) => setEntries({ random: Buffer.from(`${8_317_204 + i}`.padStart(32, '0')) })(item) }),
  fault(MDOC.RANDOM, 'has a `random` of eight octets', { item: first(setEntries({ random: Buffer.alloc(8, 3) })) }),
  fault(MDOC.RANDOM, 'has an empty `random`', { item: first(setEntries({ random: Buffer.alloc(0) })) }),
  fault(MDOC['RANDOM-ONCE'], 'has one `random` for all items', { item: setEntries({ random: Buffer.alloc(32, 3) }) }),

  fault(MSO.BYTES, 'signs a map that is not in a byte string', { auth: { payload: (octets) => wrapRaw(encodeCbor((octets as Buffer).subarray(5))) } }, [MDAUTH.SIGNED]),
  fault(MSO.BYTES, 'signs an array', { object: (object) => [...(object as Members).values()] }),
  fault(MSO.VERSION, 'has a number as its version', ofObject({ version: 1 })),
  fault(MSO.VERSION, 'has a version of its own', ofObject({ version: '2.0' })),
  fault(MSO.ALGORITHM, 'names its hash function as SD-JWT does', ofObject({ digestAlgorithm: 'sha-256' })),
  fault(MSO.ALGORITHM, 'has digests by SHA-1', ofObject({ digestAlgorithm: 'SHA-1' })),
  fault(MSO.DIGESTS, 'has no digests', ofObject({ valueDigests: undefined }), [MSO.MATCHES]),
  fault(MSO.DIGESTS, 'has digests as texts', digests(new Map([0, 1, 2, 3, 4].map((i) => [i, 'abc']))), [MSO.MATCHES]),
  fault(MSO.LENGTH, 'cuts its digests', digests(many(16)), [MSO.MATCHES]),
  fault(MSO.LENGTH, 'has digests by SHA-512 under another name', { hash: 'sha512' }, [MSO.MATCHES]),
  fault(MSO.NUMBERS, 'has a number beyond 2³¹', { item: first(setEntries({ digestID: 2 ** 31 })), object: (object) => setEntries({ valueDigests: toMap({ [nameSpace]: new Map([...((object.get('valueDigests') as Members).get(nameSpace) as Members)].map(([i, digest]) => [i === 0 ? 2 ** 31 : i, digest])) }) })(object) }),
  fault(MSO.MATCHES, 'has a changed element', { items: ([, ...others]) => [{ tag: 24, value: encodeCbor(toMap({ digestID: 0, random: Buffer.alloc(32, 1), elementIdentifier: 'family_name', elementValue: 'Other' })) }, ...others] }),
  fault(MSO.MATCHES, 'hashes items without their tag', { hashed: (octets) => octets }),
  fault(MSO.MATCHES, 'hashes items by another function', { hash: 'sha384', object: (object) => setEntries({ digestAlgorithm: 'SHA-512' })(object) }, [MSO.LENGTH]),
  fault(MSO.MATCHES, 'has an item for which there is no digest', { items: (items) => [...items, { tag: 24, value: encodeCbor(toMap({ digestID: 9, random: Buffer.alloc(32, 9), elementIdentifier: 'height', elementValue: 170 })) }] }),
  fault(MSO.MATCHES, 'has digests of values alone', { hashed: (octets) => createHash('md5').update(octets).digest() }),
  fault(MSO.KEY, 'has no key of the device', ofObject({ deviceKeyInfo: undefined })),
  fault(MSO.KEY, 'has the key of the device as a JWK', deviceKey(() => toMap({ kty: 'EC', crv: 'P-256', x: keys.holder.x, y: keys.holder.y }))),
  fault(MSO.KEY, 'has a key of the device without a coordinate', deviceKey((key) => setLabel(keyLabels.y, undefined)(key))),
  fault(MSO.KEY, 'has a key of the device without a curve', deviceKey((key) => setLabel(keyLabels.crv, undefined)(key))),
  fault(MSO.KEY, 'has a key of the device of another type than its curve', deviceKey((key) => setLabel(keyLabels.kty, 1)(key))),
  fault(MSO.PUBLIC, 'has a secret in place of the key of the device', deviceKey(() => new Map<number, WritableCbor>([[keyLabels.kty, 4], [-1, Buffer.alloc(32, 1)]]))),
  fault(MSO.AUTHORIZED, 'authorizes its key by a text', deviceKeyInfo({ keyAuthorizations: 'all' })),
  fault(MSO.AUTHORIZED, 'authorizes its key for a map of name spaces', deviceKeyInfo({ keyAuthorizations: toMap({ nameSpaces: toMap({ [nameSpace]: true }) }) })),
  fault(MSO.AUTHORIZED, 'authorizes its key for elements without a name space', deviceKeyInfo({ keyAuthorizations: toMap({ dataElements: ['given_name'] }) })),
  fault(MSO.AUTHORIZED, 'authorizes its key for elements of a name space that it has as a whole', deviceKeyInfo({ keyAuthorizations: toMap({ nameSpaces: [nameSpace], dataElements: toMap({ [nameSpace]: ['given_name'] }) }) })),
  fault(MSO.AUTHORIZED, 'has notes on its key by texts', deviceKeyInfo({ keyInfo: toMap({ note: 1 }) })),
  fault(MSO.PUBLIC, 'has the private key of the device', deviceKey((key) => setLabel(keyLabels.d, Buffer.from(keys.holder.d, 'base64url'))(key))),
  fault(MSO.TYPE, 'has no type', ofObject({ docType: undefined })),
  fault(MSO.VALIDITY, 'has no end', ofValidity({ validUntil: undefined })),
  fault(MSO.VALIDITY, 'has a time without its tag', ofValidity({ signed: formatTime(sampleTime - day) })),
  fault(MSO.VALIDITY, 'has a time in seconds since 1970', ofValidity({ validFrom: { tag: 1, value: sampleTime - day } })),
  fault(MSO.VALIDITY, 'has the time of its update as a text', ofValidity({ expectedUpdate: formatTime(sampleTime) })),
  fault(MSO.TIMES, 'has a time with milliseconds', ofValidity({ signed: writeTime(toDate(sampleTime - day).toISOString()) })),
  fault(MSO.TIMES, 'has a time of another zone', ofValidity({ validUntil: writeTime(formatTime(sampleTime + day).replace('Z', '+00:00')) })),
  fault(MSO.ORDER, 'is valid before it was signed', ofValidity({ validFrom: time(sampleTime - 2 * day) })),
  fault(MSO.ORDER, 'ends before it begins', ofValidity({ validUntil: time(sampleTime - 2 * day) }), [MSO.CURRENT]),
  fault(MSO.CURRENT, 'has expired', { facts: { now: sampleTime + 2 * day } }),
  fault(MSO.CURRENT, 'is not valid yet', ofValidity({ validFrom: time(sampleTime + day / 2) })),
  fault(MSO.STATUS, 'has a text as its status', status('active')),
  fault(MSO.STATUS, 'refers to no status mechanism', status(new Map())),
  fault(MSO.STATUS, 'names its status mechanism by a number', status(new Map([[65_535, toMap({ idx: 0, uri: 'https://status.example/1' })]]))),
  fault(MSO.STATUS, 'refers to a list by a path', status(toMap({ status_list: toMap({ idx: 0, uri: '/lists/1' }) }))),
  fault(MSO.STATUS, 'refers to a list without an index', status(toMap({ status_list: toMap({ uri: 'https://status.example/1' }) }))),
  fault(MSO.STATUS, 'refers to a list by a floating-point number', status(toMap({ status_list: toMap({ idx: new CborFloat(1.5), uri: 'https://status.example/1' }) }))),

  fault(MDAUTH.UNTAGGED, 'has a tag around its signature', { issuerSigned: (all) => setEntries({ issuerAuth: { tag: 18, value: all.get('issuerAuth') } })(all) }),
  fault(MDAUTH.ALG, 'has its algorithm in the unprotected header', { auth: { header: () => new Map(), unprotected: setLabel(1, -7) } }),
  fault(MDAUTH.ALG, 'is signed by an algorithm that the standard does not have', { auth: { alg: 'PS256' } }),
  fault(MDAUTH.ALG, 'names its algorithm by a text', { auth: { header: setLabel(1, 'ES256') } }),
  fault(MDAUTH.CHAIN, 'has no certificate', { auth: { unprotected: () => new Map() } }),
  fault(MDAUTH.CHAIN, 'has its certificate in base64', { auth: { unprotected: (all) => setLabel(33, (all.get(33) as Buffer).toString('base64'))(all) } }),
  fault(MDAUTH.CHAIN, 'has its only certificate in an array', { auth: { unprotected: (all) => setLabel(33, [all.get(33)])(all) } }),
  fault(MDAUTH.CHAIN, 'has its certificate in the protected header', { auth: { header: (all) => setLabel(33, Buffer.alloc(100))(all), unprotected: () => new Map() } }),
  fault(MDAUTH.CHAINED, 'has a certificate with a critical extension that is not known', { leaf: { extensions: [licencePurpose, foreignExtension] } }),
  fault(MDAUTH.CHAINED, 'has the same certificate twice', { auth: { unprotected: (all) => setLabel(33, [all.get(33), all.get(33)])(all) } }),
  fault(MDAUTH.TRUSTED, 'has the certificate of another authority', { root: { publicKey: toPublic(keys.holder), issuerKey: keys.holder } }),
  fault(MDAUTH.SIGNED, 'has another signature', { auth: { parts: (parts) => [...parts.slice(0, 3), Buffer.alloc(64, 5)] } }),
  fault(MDAUTH.SIGNED, 'is signed with another key', { leaf: { publicKey: toPublic(keys.holder) } }),
  fault(MDAUTH.SIGNED, 'signs its content without the structure of COSE', { auth: { signed: (octets) => octets.subarray(20) } }),
  fault(MDAUTH.DATED, 'was signed before its certificate was valid', { leaf: { notBefore: toDate(sampleTime - day / 2) } }),
  fault(MDAUTH.DATED, 'was signed after its certificate had expired', { leaf: { notAfter: toDate(sampleTime - 2 * day) } }),
  fault(MDAUTH.USAGE, 'has a certificate for other purposes', { leaf: { keyUsage: ['keyAgreement'] } }),
  fault(MDAUTH.PURPOSE, 'has a certificate without a purpose', { leaf: { extensions: [] } }),
  fault(MDAUTH['PURPOSE-CRITICAL'], 'has a purpose that is not critical', { leaf: { extensions: [{ ...licencePurpose, critical: false }] } }),

  fault(MDDEV.READ, 'has a document that ends too early', document({ octets: (all) => all.subarray(0, -3) })),
  fault(MDDEV.READ, 'has a document without what the device signed', document({ document: setEntries({ deviceSigned: undefined }) })),
  fault(MDDEV.READ, 'has a document without a type', document({ document: setEntries({ docType: undefined }) }), [MDDEV.TYPE]),
  fault(MDDEV.TYPE, 'has a document of another type', document({ document: setEntries({ docType: 'org.example.other' }) }), [MDDEV.SIGNED]),
  fault(MDDEV.SPACES, 'has the elements of the device as they are', document({ deviceSigned: setEntries({ nameSpaces: new Map() }) })),
  fault(MDDEV.SPACES, 'has an array as the elements of the device', document({ deviceElements: [] })),
  fault(MDDEV.SPACES, 'has an array of elements of the device', document({ deviceElements: toMap({ [nameSpace]: [true] }), ...authorized })),
  fault(MDDEV.AUTHORIZED, 'has elements of the device that the issuer did not authorize', document({ deviceElements: toMap({ [nameSpace]: toMap({ age_over_21: true }) }) })),
  fault(MDDEV.AUTHORIZED, 'has an element of the device beside those that the issuer authorized', document({ deviceElements: toMap({ [nameSpace]: toMap({ age_over_21: true }) }), ...deviceKeyInfo({ keyAuthorizations: toMap({ dataElements: toMap({ [nameSpace]: ['age_over_18'] }) }) }) })),
  fault(MDDEV.ERRORS, 'has a text as an error', document({ document: setEntries({ errors: toMap({ [nameSpace]: toMap({ height: 'none' }) }) }) })),
  fault(MDDEV.ERRORS, 'has an array of errors', document({ document: setEntries({ errors: [nameSpace] }) })),
  fault(MDDEV.AUTH, 'is not signed by the device', document({ deviceSigned: setEntries({ deviceAuth: new Map() }) })),
  fault(MDDEV.AUTH, 'has a signature and a MAC', document({ deviceSigned: (all) => setEntries({ deviceAuth: toMap({ deviceSignature: (all.get('deviceAuth') as Members).get('deviceSignature'), deviceMac: [Buffer.alloc(0), new Map(), null, Buffer.alloc(32)] }) })(all) }), [MDDEV.ALG]),
  fault(MDDEV.DETACHED, 'repeats what the device signed', document({ device: { payload: () => Buffer.alloc(4) } }), [MDDEV.SIGNED]),
  fault(MDDEV.ALG, 'names an algorithm of another key', document({ device: { header: setLabel(1, -35) } }), [MDDEV.SIGNED]),
  fault(MDDEV.ALG, 'names no algorithm of the device', document({ device: { header: () => new Map() } })),
  fault(MDDEV.ALG, 'names its algorithm of the device by a text', document({ device: { header: setLabel(1, 'ES256') } })),
  fault(MDDEV.SIGNED, 'has a signature of another session', document({ facts: { request: { client_id: 'x509_san_dns:verifier.example', nonce: 'another', response_uri: 'https://verifier.example/response' } } })),
  fault(MDDEV.SIGNED, 'is signed with another key than that of the device', document({ device: { signer: 'issuer' } })),
  fault(MDDEV.SIGNED, 'shows elements of the device that were not signed', document({ ...authorized, deviceSigned: setEntries({ nameSpaces: { tag: 24, value: encodeCbor(toMap({ [nameSpace]: toMap({ age_over_21: true }) })) } }) })),

  fault(MDDEV.SIGNED, 'has a MAC of another session', document({ reader: keys.other, facts: { keys: [keys.other], request: { client_id: 'x509_san_dns:verifier.example', nonce: 'another', response_uri: 'https://verifier.example/response' } } })),
  fault(MDDEV.SIGNED, 'has a MAC for another reader', document({ reader: keys.issuer, facts: { keys: [keys.other], request: usualRequest } })),

  fault(MDRESP.READ, 'is a response that ends too early', response({ octets: (all) => all.subarray(0, -3) })),
  fault(MDRESP.VERSION, 'is a response without a version', response({ response: setEntries({ version: undefined }) })),
  fault(MDRESP.VERSION, 'is a response with a version in numbers', response({ response: setEntries({ version: new CborFloat(1.5) }) })),
  fault(MDRESP.STATUS, 'is a response with a text as its status', response({ response: setEntries({ status: 'OK' }) })),
  fault(MDRESP.STATUS, 'is a response with a status code of HTTP', response({ response: setEntries({ status: 200 }) })),
  fault(MDRESP.DOCUMENTS, 'is a response with an empty array of documents', response({ response: setEntries({ documents: [] }) })),
  fault(MDRESP.DOCUMENTS, 'is a response with a document in base64url', response({ response: setEntries({ documents: ['oWdkb2NUeXBl'] }) })),
  fault(MDRESP.ERRORS, 'is a response with a map of errors', response({ response: setEntries({ documentErrors: toMap({ 'org.example.member': 0 }) }) })),
  fault(MDRESP.ERRORS, 'is a response with a text as an error', response({ response: setEntries({ documentErrors: [toMap({ 'org.example.member': 'none' })] }) })),
  ...keyFaults,
  ...headerFaults,
]
