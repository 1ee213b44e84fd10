import { listInstances } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { type JsonObject, writeJson } from '../../protocol/encoding/json.ts'
import { hide } from '../../protocol/sd-jwt/hide-claims.ts'
import { makeIntegrity } from '../../protocol/sd-jwt-vc/integrity.ts'
import { dropMembers as drop, setMembers as put, type SampleFault, sampleFault } from '../kit/samples.ts'
import { faults as ofSdJwt } from '../sd-jwt/faults.ts'
import { SDJWT } from '../sd-jwt/requirements.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { certify, expired, otherAuthority } from './certificates.ts'
import { keyFaults, messageProofs, textProofs, typeProofs } from './foundation-faults.ts'
import { findInForce, isReplaced } from './layers.ts'
import { keysOfIssuer, SDVC, VCISSUER, VCTYPE, VCUSE } from './requirements.ts'
import {
  answer,
  baseMetadata,
  baseType,
  listDocuments,
  toDataUri,
  usualIssuer,
  usualMetadata,
  usualType,
  type VcChange,
} from './sample.ts'

const fault = sampleFault<VcChange>()

/** What a fault of RFC 9901 breaks besides, in an SD-JWT VC. */
const besides: Readonly<Record<string, Requirement>> = {
  'SDJWT-SD-FILLED/has-an-empty-_sd': SDVC.PLAIN,
}

/** The faults of RFC 9901 by the rows that are in force for an SD-JWT VC. */
const inherited = ofSdJwt
  .filter(({ breaks }) => !isReplaced(breaks))
  .map((each) => ({
    ...each,
    alsoBreaks: [...each.alsoBreaks.map(findInForce), ...[besides[each.id] ?? []].flat()],
  }))

/** A credential with the metadata of its type, and of what that extends. */
const typed = (usual: JsonObject = usualMetadata, base: JsonObject = baseMetadata): VcChange => ({
  facts: { typeMetadata: listDocuments(usual, base) },
})

/** A type without base type. */
const alone = (...claims: readonly JsonObject[]): VcChange => ({
  facts: { typeMetadata: listDocuments({ vct: usualType, claims }) },
})

const withIssuer = (metadata: JsonObject, more: VcChange = {}): VcChange => ({
  ...more,
  facts: { jwks: undefined, issuerMetadata: metadata },
})

const type = (change: (content: JsonObject) => JsonObject, base: JsonObject = baseMetadata): VcChange => ({
  type: change,
  facts: { typeMetadata: listDocuments(base) },
})

const rendering = (methods: JsonObject): VcChange =>
  type(put({ display: [{ locale: 'en', name: 'Membership', rendering: methods }] }))

const simple = (members: JsonObject): VcChange => rendering({ simple: members })

/** One more claim of a type that extends none. */
const claim = (members: JsonObject): VcChange =>
  type(() => ({ vct: usualType, claims: [{ path: ['given_name'], sd: 'always', ...members }] }))

const template = (svg: string): JsonObject => ({
  uri: toDataUri(`<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`),
})

/** A file in base64, too short to be a picture. */
const file = `iVBORw0KGgo${'A'.repeat(80)}`

const withStatus = (status: JsonObject | string): VcChange => ({ payload: put({ status }) })

const [key] = [toPublic(keys.issuer)]

// biome-ignore format: a table, one row a line.
const own: readonly SampleFault<VcChange>[] = [
  fault(SDVC.TYP, 'has no `typ`', { header: drop('typ') }),
  fault(SDVC.TYP, 'has the `typ` of older drafts', { header: put({ typ: 'vc+sd-jwt' }) }),
  fault(SDVC.TYP, 'has the `typ` `JWT`', { header: put({ typ: 'JWT' }) }),
  fault(SDVC.VCT, 'has no `vct`', { payload: drop('vct') }),
  fault(SDVC.VCT, 'has an array in `vct`', { payload: put({ vct: [usualType] }) }),
  fault(SDVC['VCT-NAME'], 'has a `vct` of one common word', { payload: put({ vct: 'MembershipCredential' }) }),
  fault(SDVC['VCT-NAME'], 'has an empty `vct`', { payload: put({ vct: '' }) }),
  fault(SDVC['VCT-INTEGRITY'], 'has a `vct#integrity` without the name of a hash function', { payload: put({ 'vct#integrity': makeIntegrity('x').slice(7) }) }),
  fault(SDVC['VCT-INTEGRITY'], 'has a `vct#integrity` in hexadecimal digits', { payload: put({ 'vct#integrity': `sha256-${'0a'.repeat(32)}` }) }),
  fault(SDVC['VCT-INTEGRITY'], 'has an object in `vct#integrity`', { payload: put({ 'vct#integrity': { sha256: 'x' } }) }),
  fault(SDVC.AKA, 'has an empty `aka_vcts`', { payload: put({ aka_vcts: [] }) }),
  fault(SDVC.AKA, 'has text in `aka_vcts`', { payload: put({ aka_vcts: baseType }) }),
  fault(SDVC['AKA-NAME'], 'has a common word in `aka_vcts`', { payload: put({ aka_vcts: [baseType, 'Person'] }) }),
  fault(SDVC['AKA-OTHER'], 'has its own type in `aka_vcts`', { payload: put({ aka_vcts: [baseType, usualType] }) }),
  fault(SDVC.PERMANENT, 'hides `iss`', { claims: ({ iss = '', ...all }) => ({ ...all, iss: hide(iss) }) }),
  fault(SDVC.PERMANENT, 'hides `exp`', { claims: ({ exp = 0, ...all }) => ({ ...all, exp: hide(exp) }) }),
  fault(SDVC.PERMANENT, 'hides `nbf`', { claims: (all) => ({ ...all, nbf: hide(sampleTime - 3600) }) }),
  fault(SDVC.PERMANENT, 'hides `cnf`', { claims: ({ cnf = {}, ...all }) => ({ ...all, cnf: hide(cnf) }) }),
  fault(SDVC.PERMANENT, 'hides the key in `cnf`', { claims: (all) => ({ ...all, cnf: { jwk: hide(toPublic(keys.holder)) } }) }),
  fault(SDVC.PERMANENT, 'hides `vct`', { claims: (all) => ({ ...all, vct: hide(usualType) }) }),
  fault(SDVC.PERMANENT, 'hides `status`', { claims: (all) => ({ ...all, status: hide({ status_list: { idx: 1, uri: 'https://issuer.example/list' } }) }) }),
  fault(SDVC.PERMANENT, 'hides the index in `status`', { claims: (all) => ({ ...all, status: { status_list: { idx: hide(1), uri: 'https://issuer.example/list' } } }) }),
  fault(SDVC.PERMANENT, 'hides a type in `aka_vcts`', { claims: (all) => ({ ...all, aka_vcts: ['urn:example:other', hide(baseType)] }) }),
  fault(SDVC.BOUND, 'has a Key Binding JWT and no `cnf`', { payload: drop('cnf') }),
  fault(SDVC['CNF-JWK'], 'names the key in `cnf` by an id', { binding: null, payload: put({ cnf: { kid: 'holder' } }) }),
  fault(SDVC['CNF-LOCAL'], 'has an address of keys in `cnf`', { binding: null, payload: put({ cnf: { jku: 'https://holder.example/jwks' } }) }, [SDVC['CNF-JWK']]),
  fault(SDVC['CNF-LOCAL'], 'has the address of a certificate in the key of the holder', { payload: put({ cnf: { jwk: { ...toPublic(keys.holder), x5u: 'https://holder.example/pem' } } }) }),
  fault(SDVC.STATUS, 'has an address in `status`', withStatus('https://issuer.example/status/1')),
  fault(SDVC.STATUS, 'has an index of the status list as text', withStatus({ status_list: { idx: '1', uri: 'https://issuer.example/list' } })),
  fault(SDVC.STATUS, 'has an empty `status`', withStatus({})),
  fault(SDVC.STATUS, 'has a space in the address of its status list', withStatus({ status_list: { idx: 1, uri: 'https://issuer.example/status list' } })),
  fault(SDVC.STATUS, 'has a status list without `uri`', withStatus({ status_list: { idx: 1 } })),
  fault(SDVC.BINARY, 'has a picture in base64', { claims: (all) => ({ ...all, portrait: hide(file) }) }),
  fault(SDVC.BINARY, 'has a picture in base64 inside of an object', { payload: put({ pictures: { front: file } }) }),
  fault(SDVC.PLAIN, 'has an empty `_sd` and nothing that is disclosable', { claims: ({ iss = '', cnf = {} }) => ({ iss, cnf }), decoys: 0, payload: put({ _sd: [] }) }, [SDJWT['SD-FILLED']]),
  fault(SDVC['ISS-URL'], 'has an `iss` with a query', withIssuer({ ...usualIssuer, issuer: 'https://issuer.example?tenant=1' }, { payload: put({ iss: 'https://issuer.example?tenant=1' }) })),
  fault(SDVC['ISS-URL'], 'has an `iss` that is no URL', withIssuer({ ...usualIssuer, issuer: 'issuer.example' }, { payload: put({ iss: 'issuer.example' }) })),
  fault(SDVC['ISS-METADATA'], 'comes with the metadata of another issuer', withIssuer({ ...usualIssuer, issuer: 'https://other.example' }), [SDJWT.SIGNED]),
  fault(SDVC['ISS-METADATA'], 'comes with metadata whose `issuer` ends with a slash', withIssuer({ ...usualIssuer, issuer: 'https://issuer.example/' }), [SDJWT.SIGNED]),
  fault(SDVC['ISS-METADATA'], 'comes with metadata without `issuer`', withIssuer(drop('issuer')(usualIssuer)), [SDJWT.SIGNED]),
  fault(SDVC.KID, 'has no `kid`, though its issuer has metadata', withIssuer(usualIssuer, { header: drop('kid') })),
  fault(SDVC.KID, 'has a `kid` that the metadata of its issuer does not have', withIssuer({ ...usualIssuer, jwks: { keys: [key ?? {}] } })),
  fault(SDJWT.SIGNED, 'is signed by a key that is not in the metadata of its issuer', withIssuer({ ...usualIssuer, jwks: { keys: [{ ...toPublic(keys.other), kid: 'issuer-key' }] } })),
  fault(SDJWT.SIGNED, 'is signed by another key than its certificate has', certify({ publicKey: toPublic(keys.holder) })),
  fault(SDJWT.SIGNED, 'is signed neither by the key of its certificate nor by one that its issuer publishes', certify({ publicKey: toPublic(keys.holder) }, {}, { jwks: { keys: [toPublic(keys.other)] } })),
  fault(SDJWT.SIGNED, 'has a certificate of an authority that is not trusted', certify({}, otherAuthority)),
  fault(SDJWT.SIGNED, 'has a certificate that has expired', certify(expired)),
  fault(SDVC['TYPE-VCT'], 'comes with metadata of another type', { facts: { typeMetadata: [{ uri: usualType, text: writeJson({ vct: 'https://types.example/guest' }) }] } }),
  fault(SDVC['TYPE-VCT'], 'has a type that extends another than it says', { facts: { typeMetadata: [...listDocuments({ vct: usualType, extends: baseType }), { uri: baseType, text: writeJson({ ...baseMetadata, vct: 'urn:example:person:2' }) }] } }),
  fault(SDVC['TYPE-INTEGRITY'], 'has the digest of other type metadata', { ...typed(), payload: put({ 'vct#integrity': makeIntegrity('{}') }) }),
  fault(SDVC['TYPE-INTEGRITY'], 'has the strongest digest of other type metadata', { ...typed(), payload: put({ 'vct#integrity': `${makeIntegrity(writeJson(usualMetadata))} ${makeIntegrity('{}', 'sha512')}` }) }),
  fault(SDVC['TYPE-INTEGRITY'], 'has a type with the digest of another base type', typed({ ...usualMetadata, 'extends#integrity': makeIntegrity('{}') })),
  fault(SDVC['TYPE-CIRCULAR'], 'has a type that extends itself', typed({ vct: usualType, extends: usualType })),
  fault(SDVC['TYPE-CIRCULAR'], 'has a type whose base type extends it', typed({ vct: usualType, extends: baseType }, { vct: baseType, extends: usualType })),
  fault(SDVC['TYPE-CLAIMS'], 'has a type with a path of text', alone({ path: 'given_name' })),
  fault(SDVC['TYPE-CLAIMS'], 'has a base type with an unknown `sd`', typed({ vct: usualType, extends: baseType }, { vct: baseType, claims: [{ path: ['age'], sd: 'yes' }] })),
  fault(SDVC['TYPE-CLAIMS'], 'has a type with a `mandatory` of text', alone({ path: ['given_name'], mandatory: 'true' })),
  fault(SDVC['TYPE-CLAIMS'], 'has a type with an object of claims', { facts: { typeMetadata: listDocuments({ vct: usualType, claims: { given_name: {} } }) } }),
  fault(SDVC['TYPE-PATH'], 'has text where its type has an object', alone({ path: ['member', 'since'] })),
  fault(SDVC['TYPE-PATH'], 'has an object where its type has an array', alone({ path: ['address', null] })),
  fault(SDVC['TYPE-PATH'], 'has text in an array where its type has objects', alone({ path: ['degrees', null, 'year'] })),
  fault(SDVC['TYPE-MANDATORY'], 'lacks a claim that its type makes mandatory', { ...alone({ path: ['address', 'planet'], mandatory: true }), claims: (all) => ({ ...all, address: { country: 'XX' } }) }),
  fault(SDVC['TYPE-MANDATORY'], 'lacks a claim that its base type makes mandatory', { ...typed({ vct: usualType, extends: baseType, claims: [{ path: ['licence', 'number'], sd: 'never' }] }, { vct: baseType, claims: [{ path: ['licence', 'number'], mandatory: true }] }), claims: (all) => ({ ...all, licence: { class: 'B' } }) }),
  fault(SDVC['TYPE-SD'], 'shows a claim that its type makes disclosable', alone({ path: ['member'], sd: 'always' })),
  fault(SDVC['TYPE-SD'], 'hides a claim that its type makes visible', alone({ path: ['given_name'], sd: 'never' })),
  fault(SDVC['TYPE-SD'], 'hides what is around a claim, but not the claim', alone({ path: ['degrees', 0, 'name'], sd: 'always' })),
  fault(SDVC['TYPE-SD'], 'hides an array element without showing it, where its type makes it visible', { ...alone({ path: ['languages', 2], sd: 'never' }), present: () => [], binding: null }),
  fault(SDVC['TYPE-SD'], 'hides only some elements of an array', alone({ path: ['languages', null], sd: 'always' })),
  fault(SDVC['TYPE-SD'], 'shows a claim that its base type makes disclosable', typed({ vct: usualType, extends: baseType, claims: [{ path: ['member'], mandatory: true }] }, { vct: baseType, claims: [{ path: ['member'], sd: 'always' }] })),
  fault(SDVC['AKA-EXTENDS'], 'names a type in `aka_vcts` that its type does not extend', { facts: { typeMetadata: listDocuments({ vct: usualType }, { vct: baseType }) }, payload: put({ aka_vcts: [baseType] }) }),

  fault(VCTYPE.VCT, 'is type metadata without `vct`', type(() => ({ name: 'Member' }))),
  fault(VCTYPE.VCT, 'is type metadata with a number in `vct`', type(() => ({ vct: 1 }))),
  fault(VCTYPE.TEXTS, 'is type metadata with an object as its name', type(put({ name: { en: 'Member' } }))),
  fault(VCTYPE.EXTENDS, 'is type metadata that extends two types', type(({ 'extends#integrity': _, ...all }) => ({ ...all, extends: [baseType, 'urn:example:other'] }))),
  fault(VCTYPE.EXTENDS, 'is type metadata that extends what is no URI', type(() => ({ vct: usualType, extends: 'Person' }), { vct: 'Person' })),
  fault(VCTYPE.INTEGRITY, 'is type metadata with a digest of its base type without a hash function', type(put({ 'extends#integrity': makeIntegrity('{}').slice(7) }))),
  fault(VCTYPE.INTEGRITY, 'is type metadata with a digest of the text of its logo', simple({ logo: { uri: 'data:image/png;base64,AAAA', 'uri#integrity': makeIntegrity('AAAA') } })),
  fault(VCTYPE.INTEGRITY, 'is type metadata with a digest of its logo in hexadecimal digits', simple({ logo: { uri: 'https://types.example/logo.png', 'uri#integrity': `sha256-${'0a'.repeat(32)}` } })),
  fault(VCTYPE['EXTENDS-INTEGRITY'], 'is type metadata with the digest of another base type', type(put({ 'extends#integrity': makeIntegrity('{}') }))),
  fault(VCTYPE.CIRCULAR, 'is type metadata that extends itself', type(() => ({ vct: usualType, extends: usualType }))),
  fault(VCTYPE.CIRCULAR, 'is type metadata whose base type extends it', type(() => ({ vct: usualType, extends: baseType }), { vct: baseType, extends: usualType })),
  fault(VCTYPE.DISPLAY, 'is type metadata with an object in `display`', type(put({ display: { locale: 'en', name: 'Member' } }))),
  fault(VCTYPE.DISPLAY, 'is type metadata with a `display` without `name`', type(put({ display: [{ locale: 'en' }] }))),
  fault(VCTYPE.DISPLAY, 'is type metadata with the member `lang` of older drafts', type(put({ display: [{ lang: 'en', name: 'Member' }] }))),
  fault(VCTYPE.LOCALE, 'is type metadata with a `locale` with an underscore', type(put({ display: [{ locale: 'en_GB', name: 'Member' }] }))),
  fault(VCTYPE.LOCALE, 'is type metadata with the name of a language as `locale` of a claim', claim({ display: [{ locale: 'English (UK)', label: 'Name' }] })),
  fault(VCTYPE.RENDERING, 'is type metadata with text in `rendering`', type(put({ display: [{ locale: 'en', name: 'Member', rendering: 'simple' }] }))),
  fault(VCTYPE.RENDERING, 'is type metadata with one object in `svg_templates`', rendering({ svg_templates: { uri: 'https://types.example/card.svg' } })),
  fault(VCTYPE.RENDERING, 'is type metadata with text in `logo`', simple({ logo: 'https://types.example/logo.png' })),
  fault(VCTYPE.URI, 'is type metadata with a logo at an HTTP address', simple({ logo: { uri: 'http://types.example/logo.png' } })),
  fault(VCTYPE.URI, 'is type metadata with a logo without `uri`', simple({ logo: { alt_text: 'A tree' } })),
  fault(VCTYPE.URI, 'is type metadata with a template at a relative address', rendering({ svg_templates: [{ uri: '/card.svg' }] })),
  fault(VCTYPE.COLOR, 'is type metadata with a color without `#`', simple({ text_color: '0a0b0c' })),
  fault(VCTYPE.COLOR, 'is type metadata with a number as color', simple({ background_color: 1_052_688 })),
  fault(VCTYPE.SVG, 'is type metadata with two templates without `properties`', rendering({ svg_templates: [{ uri: 'https://types.example/a.svg' }, { uri: 'https://types.example/b.svg', properties: { contrast: 'high' } }] })),
  fault(VCTYPE['SVG-PROPERTIES'], 'is type metadata with empty `properties`', rendering({ svg_templates: [{ uri: 'https://types.example/a.svg', properties: {} }] })),
  fault(VCTYPE['SVG-PROPERTIES'], 'is type metadata with an unknown orientation', rendering({ svg_templates: [{ uri: 'https://types.example/a.svg', properties: { orientation: 'diagonal' } }] })),
  fault(VCTYPE['SVG-TEXT'], 'is type metadata with a placeholder in an attribute', rendering({ svg_templates: [template('<text fill="{{given_name}}">{{given_name}}</text>')] })),
  fault(VCTYPE['SVG-TEXT'], 'is type metadata with a placeholder in a comment', rendering({ svg_templates: [template('<!-- {{given_name}} -->')] })),
  fault(VCTYPE['SVG-KNOWN'], 'is type metadata with an unknown placeholder', rendering({ svg_templates: [template('<text>{{family_name}}</text>')] })),
  fault(VCTYPE.CLAIMS, 'is type metadata with an object of claims', type(() => ({ vct: usualType, claims: { given_name: {} } }))),
  fault(VCTYPE.CLAIMS, 'is type metadata with the names of claims', type(() => ({ vct: usualType, claims: ['given_name'] }))),
  fault(VCTYPE.PATH, 'is type metadata with a path of text', claim({ path: '/given_name' })),
  fault(VCTYPE.PATH, 'is type metadata with an empty path', claim({ path: [] })),
  fault(VCTYPE.PATH, 'is type metadata with a path with a negative number', claim({ path: ['languages', -1] })),
  fault(VCTYPE['CLAIM-DISPLAY'], 'is type metadata with a claim without `label`', claim({ display: [{ locale: 'en', name: 'Given name' }] })),
  fault(VCTYPE['CLAIM-DISPLAY'], 'is type metadata with a claim with an object in `display`', claim({ display: { locale: 'en', label: 'Given name' } })),
  fault(VCTYPE.MANDATORY, 'is type metadata with a `mandatory` of text', claim({ mandatory: 'true' })),
  fault(VCTYPE.SD, 'is type metadata with `true` in `sd`', claim({ sd: true })),
  fault(VCTYPE.SD, 'is type metadata with an unknown `sd`', claim({ sd: 'Always' })),
  fault(VCTYPE['SD-FIRM'], 'is type metadata with a claim without `sd`', type(() => ({ vct: usualType, claims: [{ path: ['age'] }] }))),
  fault(VCTYPE['SD-FIRM'], 'is type metadata with a claim with `allowed`', claim({ sd: 'allowed' })),
  fault(VCTYPE['SVG-ID'], 'is type metadata with an `svg_id` that begins with a digit', claim({ svg_id: '1st_name' })),
  fault(VCTYPE['SVG-ID'], 'is type metadata with an `svg_id` with a hyphen', claim({ svg_id: 'given-name' })),
  fault(VCTYPE['SVG-ID-ONCE'], 'is type metadata with one `svg_id` twice', type(() => ({ vct: usualType, claims: [{ path: ['a'], svg_id: 'a', sd: 'never' }, { path: ['b'], svg_id: 'a', sd: 'never' }] }))),
  fault(VCTYPE['SD-KEPT'], 'is type metadata that turns `always` into `never`', type(() => ({ vct: usualType, extends: baseType, claims: [{ path: ['given_name'], sd: 'never' }] }))),
  fault(VCTYPE['SD-KEPT'], 'is type metadata that turns `never` into `allowed`', type(() => ({ vct: usualType, extends: baseType, claims: [{ path: ['member'], sd: 'allowed' }] })), [VCTYPE['SD-FIRM']]),
  fault(VCTYPE['MANDATORY-KEPT'], 'is type metadata in which a claim is no longer mandatory', type(() => ({ vct: usualType, extends: baseType, claims: [{ path: ['member'], mandatory: false, sd: 'never' }] }))),

  fault(VCISSUER.ISSUER, 'is issuer metadata without `issuer`', { issuer: drop('issuer') }),
  fault(VCISSUER.ISSUER, 'is issuer metadata with an issuer at an HTTP address', { issuer: put({ issuer: 'http://issuer.example' }) }),
  fault(VCISSUER.SAME, 'is the metadata of another issuer than was asked for', { issuer: put({ issuer: 'https://issuer.example/tenant' }), facts: { issuer: 'https://issuer.example' } }),
  fault(VCISSUER.SAME, 'is issuer metadata with a slash too many', { issuer: put({ issuer: 'https://issuer.example/' }), facts: { issuer: 'https://issuer.example' } }),
  fault(VCISSUER.KEYS, 'is issuer metadata without keys', { issuer: drop('jwks') }),
  fault(VCISSUER.KEYS, 'is issuer metadata with keys and their address', { issuer: put({ jwks_uri: 'https://issuer.example/jwks' }) }),
  fault(VCISSUER.JWKS, 'is issuer metadata with an array of keys', { issuer: put({ jwks: [key ?? {}] }) }),
  fault(VCISSUER.JWKS, 'is issuer metadata with a key without `kty`', { issuer: put({ jwks: { keys: [{ kid: 'issuer-key' }] } }) }, listInstances(keysOfIssuer, 'KEY-VALID')),
  fault(VCISSUER.PUBLIC, 'is issuer metadata with a private key', { issuer: put({ jwks: { keys: [{ ...keys.issuer }] } }) }),
  fault(VCISSUER['JWKS-URI'], 'is issuer metadata with keys at an HTTP address', { issuer: () => ({ issuer: 'https://issuer.example', jwks_uri: 'http://issuer.example/jwks' }) }),
  fault(VCISSUER['JWKS-URI'], 'is issuer metadata with keys at a relative address', { issuer: () => ({ issuer: 'https://issuer.example', jwks_uri: '/jwks' }) }),
  fault(VCISSUER.PLACE, 'appends the well-known path to the path of `iss`', { issuer: put({ issuer: 'https://issuer.example/tenant' }), http: answer(), facts: { request: { url: 'https://issuer.example/tenant/.well-known/jwt-vc-issuer' } } }),
  fault(VCISSUER.PLACE, 'has its metadata below another name', { issuer: (all) => all, http: answer(), facts: { request: { url: 'https://issuer.example/.well-known/vc-issuer' } } }),
  fault(VCISSUER.PLACE, 'forgets the path of `iss`', { issuer: put({ issuer: 'https://issuer.example/tenant' }), http: answer(), facts: { request: { url: 'https://issuer.example/.well-known/jwt-vc-issuer' } } }),
  fault(VCTYPE['MEDIA-TYPE'], 'serves its type as a JWT', { type: (all) => all, http: answer({ 'Content-Type': 'application/jwt' }) }),
  fault(VCUSE.FRESHNESS, 'does not say how long its metadata stays fresh', { issuer: (all) => all, http: answer({ 'Cache-Control': 'public' }) }),
  fault(VCUSE.FRESHNESS, 'serves a type with a time at which it was changed, alone', { type: (all) => all, http: answer({ 'Cache-Control': 'must-revalidate', 'Last-Modified': 'Wed, 01 Jan 2025 00:00:00 GMT' }) }),
  fault(VCUSE.SNIFF, 'lets browsers guess what a type is', { type: (all) => all, http: answer({ 'X-Content-Type-Options': 'none' }) }),
  fault(VCUSE.SNIFF, 'serves a type without a policy', { type: (all) => all, http: answer({ 'Content-Security-Policy': null }) }),
  ...keyFaults,
  ...textProofs.faults,
  ...typeProofs.faults,
  ...messageProofs.faults,
]

export const faults: readonly SampleFault<VcChange>[] = [...inherited, ...own]
