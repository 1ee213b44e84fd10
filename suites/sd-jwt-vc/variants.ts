import { type JsonObject, writeJson } from '../../protocol/encoding/json.ts'
import { hide } from '../../protocol/sd-jwt/hide-claims.ts'
import { makeIntegrity } from '../../protocol/sd-jwt-vc/integrity.ts'
import { setMembers as put, type SampleVariant, sampleVariant } from '../kit/samples.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { variants as ofSdJwt } from '../sd-jwt/variants.ts'
import { certify, otherAuthority } from './certificates.ts'
import { keyVariants, messageProofs, textProofs, typeProofs } from './foundation-faults.ts'
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

const variant = sampleVariant<VcChange>('SDVC')

const types = { typeMetadata: listDocuments(usualMetadata, baseMetadata) }

const alone = (...claims: readonly JsonObject[]): VcChange => ({
  facts: { typeMetadata: listDocuments({ vct: usualType, claims }) },
})

const named = (vct: string): VcChange => ({ payload: put({ vct }) })

const digest = (...parts: readonly string[]): VcChange => ({
  facts: types,
  payload: put({ 'vct#integrity': parts.join(' ') }),
})

const text = writeJson(usualMetadata)

const withIssuer = (metadata: JsonObject, facts: VcChange['facts'] = {}): VcChange => ({
  facts: { jwks: undefined, issuerMetadata: metadata, ...facts },
})

const type = (content: JsonObject, ...others: readonly JsonObject[]): VcChange => ({
  type: () => content,
  facts: { typeMetadata: listDocuments(...others) },
})

const shown = (rendering: JsonObject): VcChange =>
  type({ vct: usualType, display: [{ locale: 'en', name: 'Member', rendering }] })

const local = (locale: string): VcChange => type({ vct: usualType, display: [{ locale, name: 'Member' }] })

// biome-ignore format: a table, one row a line.
const own: readonly SampleVariant<VcChange>[] = [
  variant('has a `vct` that is a URN', named('urn:example:eudi:pid:1')),
  variant('has a `vct` below a domain', named('org.example.membership')),
  variant('has a `vct` that is a UUID', named('0b1f6d3e-6f0a-4c53-9d52-1c0a8c0f4a11')),
  variant('has a `vct` that is an object identifier', named('2.999.1')),
  variant('has the whole name of its media type as `typ`', { header: put({ typ: 'application/dc+sd-jwt' }) }),
  variant('has further types', { payload: put({ aka_vcts: [baseType, 'https://types.example/other'] }) }),
  variant('hides `sub` and `iat`', { claims: ({ iat = 0, ...all }) => ({ ...all, iat: hide(iat), sub: hide('someone') }) }),
  variant('hides a claim called `status` inside of an object', { claims: (all) => ({ ...all, account: { status: hide('open'), iss: hide('x'), exp: hide(1) } }) }),
  variant('has a status list', { payload: put({ status: { status_list: { idx: 0, uri: 'https://issuer.example/list' } } }) }),
  variant('has a status of another kind', { payload: put({ status: { example_status: { id: '1' } } }) }),
  variant('has a picture as a data URI', { claims: (all) => ({ ...all, portrait: hide(`data:image/png;base64,iVBORw0KGgo${'A'.repeat(80)}`) }) }),
  variant('has a digest in base64', { payload: put({ document_hash: 'YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXowMTIzNDU2Nzg5YWJjZGVmZ2hpamtsbW5vcHFy' }) }),
  variant('has the metadata of its issuer', withIssuer(usualIssuer)),
  variant('has the metadata of its issuer with the address of its keys', withIssuer({ issuer: 'https://issuer.example', jwks_uri: 'https://issuer.example/jwks' }, { jwks: usualIssuer.jwks as JsonObject })),
  variant('has an issuer with a path and a port', { ...withIssuer({ ...usualIssuer, issuer: 'https://issuer.example:8443/tenant/1' }), payload: put({ iss: 'https://issuer.example:8443/tenant/1' }) }),
  variant('has issuer metadata with unknown members', withIssuer({ ...usualIssuer, 'x-note': 1 })),
  variant('has a certificate', certify()),
  variant('has a certificate, while its issuer publishes other keys', certify({}, {}, { jwks: { keys: [{ ...toPublic(keys.other), kid: 'other' }] } })),
  variant('has a certificate and a published key, where its root is not trusted', certify({}, otherAuthority, { jwks: usualIssuer.jwks as JsonObject })),
  variant('has a certificate, and no `iss`', { ...certify(), claims: ({ iss: _, ...all }) => all }),
  variant('has type metadata', { facts: types }),
  variant('has type metadata and shows nothing', { facts: types, present: () => [], binding: null }),
  variant('has type metadata and shows its first claim only', { facts: types, present: (all) => all.slice(0, 1) }),
  variant('has type metadata with its digest', digest(makeIntegrity(text))),
  variant('has type metadata with its digest of SHA-512', digest(makeIntegrity(text, 'sha512'))),
  variant('has type metadata with two digests, of which the stronger holds', digest(makeIntegrity('{}'), makeIntegrity(text, 'sha384'))),
  variant('has type metadata with two digests of one strength', digest(makeIntegrity('{}'), makeIntegrity(text))),
  variant('has type metadata with a digest with options', digest(`${makeIntegrity(text)}?ct=application/json`)),
  variant('has type metadata without claims', { facts: { typeMetadata: listDocuments({ vct: usualType }) } }),
  variant('has type metadata with unknown members', { facts: { typeMetadata: listDocuments({ vct: usualType, schema: {}, claims: [{ path: ['age'], 'x-note': 1 }] }) } }),
  variant('has type metadata in several lines', { facts: { typeMetadata: [{ uri: usualType, text: JSON.stringify({ vct: usualType, claims: [{ path: ['age'] }] }, null, 2) }] } }),
  variant('has a chain of three types', { facts: { typeMetadata: listDocuments({ vct: usualType, extends: baseType }, { vct: baseType, extends: 'urn:example:being:1' }, { vct: 'urn:example:being:1', claims: [{ path: ['given_name'], sd: 'always' }] }) } }),
  variant('lacks a claim that its type does not make mandatory', alone({ path: ['address', 'planet'], sd: 'always' })),
  variant('does not show a claim that its type makes mandatory', { ...alone({ path: ['given_name'], mandatory: true, sd: 'always' }), present: () => [], binding: null }),
  variant('does not show what is around a claim that its type makes mandatory', { ...alone({ path: ['degrees', 0, 'year'], mandatory: true }), present: () => [], binding: null }),
  variant('has an element that is not shown, where its type makes it disclosable', { ...alone({ path: ['languages', 0], sd: 'always' }, { path: ['languages', 1], sd: 'never' }, { path: ['languages', 2], sd: 'always' }), present: () => [], binding: null }),
  variant('has a path below an element that is not shown', { ...alone({ path: ['languages', 0, 'script'] }), present: () => [], binding: null }),
  variant('has a path beyond the end of an array', alone({ path: ['languages', 7], sd: 'never' })),
  variant('overrides what a base type allows', { facts: { typeMetadata: listDocuments({ vct: usualType, extends: baseType, claims: [{ path: ['address', 'country'], sd: 'never' }] }, baseMetadata) } }),
  variant('names in `aka_vcts` what its type extends', { facts: types, payload: put({ aka_vcts: [baseType, 'urn:example:other'] }) }),

  variant('is type metadata', type(usualMetadata, baseMetadata)),
  variant('is type metadata with nothing but `vct`', type({ vct: usualType })),
  variant('is type metadata with unknown members', type({ vct: usualType, 'x-note': {}, schema_uri: 'x', display: [{ locale: 'en', name: 'Member', lang: 'en' }] })),
  variant('is type metadata with a rendering of another kind', shown({ 'x-hologram': { depth: 3 } })),
  variant('is type metadata with one template without `properties`', shown({ svg_templates: [{ uri: 'https://types.example/card.svg' }] })),
  variant('is type metadata with a template that has no placeholders', shown({ svg_templates: [{ uri: 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E' }] })),
  variant('is type metadata with a template with the placeholders of its base type', type({ vct: usualType, extends: baseType, display: [{ locale: 'en', name: 'x', rendering: { svg_templates: [{ uri: toDataUri('<svg><text>{{a}}</text></svg>') }] } }] }, { vct: baseType, claims: [{ path: ['a'], svg_id: 'a', sd: 'never' }] })),
  variant('is type metadata with colors by functions', shown({ simple: { background_color: 'rgb(18, 16, 124)', text_color: 'rgba(255, 255, 255, 0.5)' } })),
  ...['de-CH-1996', 'zh-Hant-TW', 'es-419', 'x-example', 'i-klingon', 'sl-rozaj-biske', 'zh-cmn-Hans-CN', 'en-u-ca-buddhist'].map((locale) => variant(`is type metadata in the language ${locale}`, local(locale))),
  variant('is type metadata with paths of every kind', type({ vct: usualType, claims: [{ path: ['a', null, 0, 'b'], sd: 'always' }, { path: [''], sd: 'never' }] })),
  variant('is type metadata with a claim that becomes mandatory', type({ vct: usualType, extends: baseType, claims: [{ path: ['address', 'country'], mandatory: true, sd: 'never' }] }, baseMetadata)),
  variant('is type metadata that repeats what its base type says', type({ vct: usualType, extends: baseType, claims: [{ path: ['member'], sd: 'never', mandatory: true }] }, baseMetadata)),
  variant('is issuer metadata', { issuer: (all) => all, facts: { issuer: 'https://issuer.example' } }),
  variant('is issuer metadata with the address of its keys', { issuer: () => ({ issuer: 'https://issuer.example', jwks_uri: 'https://keys.example/jwks' }) }),
  variant('serves its metadata', { issuer: (all) => all, http: answer() }),
  variant('serves the metadata of a tenant', { issuer: put({ issuer: 'https://issuer.example/tenant/' }), http: answer(), facts: { request: { url: 'https://issuer.example/.well-known/jwt-vc-issuer/tenant' } } }),
  variant('serves its metadata with a character set, at another host', { issuer: (all) => all, http: answer({ 'Content-Type': 'Application/JSON; charset=utf-8', 'Cache-Control': 'no-store' }), facts: { request: { url: 'http://localhost:8080/.well-known/jwt-vc-issuer' } } }),
  variant('serves its type with `Expires`', { type: (all) => all, http: answer({ 'Cache-Control': 'public', Expires: 'Thu, 01 Jan 2026 00:00:00 GMT', 'X-Content-Type-Options': 'NoSniff' }) }),
  variant('answers that there is no type', { type: () => ({ error: 'not found' }), http: answer({}, 404) }),
  variant('is issuer metadata with unknown members', { issuer: put({ 'x-note': [] }) }),
]

/** Legal by RFC 9901, and not as an SD-JWT VC. */
const illegal: ReadonlySet<string> = new Set([
  'SDJWT/has-no-typ',
  'KBJWT-SIGNED/is-signed-by-a-key-that-is-not-known', // the key of its holder is in no `jwk`
])

export const variants: readonly SampleVariant<VcChange>[] = [
  ...ofSdJwt.filter(({ id }) => !illegal.has(id)),
  ...own,
  ...keyVariants,
  ...textProofs.variants,
  ...typeProofs.variants,
  ...messageProofs.variants,
]
