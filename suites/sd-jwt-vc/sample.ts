import { type JsonObject, type Writable, writeJson } from '../../protocol/encoding/json.ts'
import { makeIntegrity } from '../../protocol/sd-jwt-vc/integrity.ts'
import type { TypeDocument } from '../../protocol/sd-jwt-vc/type-document.ts'
import { type ResponseHead, writeResponseText } from '../kit/http-text.ts'
import { makeSample, type SampleChange, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import type { Sample } from '../suite.ts'

/** What a sample does otherwise than the usual one: a credential, or a document of its issuer or its type. */
export interface VcChange extends SampleChange {
  /** Type metadata instead of a credential. */
  readonly type?: (content: JsonObject) => Writable
  /** Issuer metadata instead of a credential. */
  readonly issuer?: (content: JsonObject) => Writable
  /** The response of HTTP around such a document. */
  readonly http?: ResponseHead
  /** Any text as such a document. */
  readonly raw?: string
}

/** The type of the usual credential, and the type that it extends. */
export const usualType = 'https://types.example/member'
export const baseType = 'urn:example:person:1'

/** Makes an SD-JWT VC, or a document that belongs to one. */
export function makeVcSample({ type, issuer, raw, http, ...change }: VcChange = {}): Sample {
  const { claims = keep, header = keep } = change
  const facts = change.facts ?? {}
  const document = raw ?? (type ? writeJson(type(usualMetadata)) : issuer && writeJson(issuer(usualIssuer)))
  if (document !== undefined && http)
    return {
      kind: 'vc-http-response',
      text: writeResponseText(http, document),
      facts: { request: usualRequest, ...facts },
    }
  if (type) return { kind: 'type-metadata', text: raw ?? writeJson(type(usualMetadata)), facts }
  if (issuer) return { kind: 'vc-issuer-metadata', text: raw ?? writeJson(issuer(usualIssuer)), facts }
  return makeSample({
    ...change,
    claims: (all) => ({ vct: usualType, ...claims(all) }),
    header: (own) => header({ ...own, typ: 'dc+sd-jwt' }),
  })
}

const keep = <T>(value: T): T => value

/** The request for the metadata of the usual issuer, and the head of its answer. */
const usualRequest: JsonObject = { url: 'https://issuer.example/.well-known/jwt-vc-issuer' }
const usualHeaders: JsonObject = {
  'Content-Type': 'application/json',
  'Cache-Control': 'max-age=3600',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
}

/** The head of a usual response; a header field of `null` is left out. */
export const answer = (changed: JsonObject = {}, status = 200): ResponseHead => ({
  status,
  headers: { ...usualHeaders, ...changed },
})

/** The metadata of the usual issuer. */
export const usualIssuer: JsonObject = {
  issuer: 'https://issuer.example',
  jwks: { keys: [{ ...toPublic(keys.issuer), kid: 'issuer-key' }] },
}

/** The type that the usual one extends. */
export const baseMetadata: JsonObject = {
  vct: baseType,
  name: 'Person',
  claims: [
    { path: ['given_name'], sd: 'always', mandatory: true, display: [{ locale: 'en', label: 'Given name' }] },
    { path: ['member'], sd: 'never', mandatory: true },
    { path: ['address', 'country'], sd: 'allowed' },
  ],
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><!-- a card --><text x="1">{{given_name}} {{city}}</text></svg>'

export const toDataUri = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`

/** The type of the usual credential. */
export const usualMetadata: JsonObject = {
  vct: usualType,
  name: 'Member',
  description: 'A member of an association',
  extends: baseType,
  'extends#integrity': makeIntegrity(writeJson(baseMetadata)),
  display: [
    {
      locale: 'en-GB',
      name: 'Membership',
      description: 'Shows that its holder is a member.',
      rendering: {
        simple: {
          logo: { uri: 'https://types.example/logo.png', 'uri#integrity': makeIntegrity('a logo'), alt_text: 'A tree' },
          background_image: { uri: 'data:image/png;base64,iVBORw0KGgo=' },
          background_color: '#12107c',
          text_color: '#fff',
        },
        svg_templates: [
          { uri: toDataUri(svg), properties: { orientation: 'landscape', color_scheme: 'light' } },
          { uri: 'https://types.example/card.svg', properties: { contrast: 'high' } },
        ],
      },
    },
    { locale: 'ta', name: 'உறுப்பினர்' },
  ],
  claims: [
    { path: ['given_name'], svg_id: 'given_name', sd: 'always' },
    { path: ['address', 'city'], svg_id: 'city', sd: 'always', display: [{ locale: 'en', label: 'City' }] },
    { path: ['degrees'], sd: 'always' },
    { path: ['degrees', 0], sd: 'always' },
    { path: ['degrees', 0, 'name'], sd: 'never' },
    { path: ['degrees', 0, 'year'], sd: 'always' },
    { path: ['languages', 0], sd: 'always' },
    { path: ['languages', 1], sd: 'never' },
  ],
}

/** Type metadata as it was retrieved, each by the type that it has. */
export const listDocuments = (...contents: readonly JsonObject[]): readonly TypeDocument[] =>
  contents.map((content) => ({ uri: String(content.vct), text: writeJson(content) }))
