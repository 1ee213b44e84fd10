import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { markLive, type Variant, variant } from '../../model/fault.ts'
import { type JsonValue, RawJson, writeJson } from '../../protocol/encoding/json.ts'
import { change, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResult, combineMutations } from '../kit/mutations.ts'

const { metadata, offer } = mutate

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'
/** Another code, made from the one of the session: two sessions still have two. */
const code = (how: (own: string) => string) =>
  offer(change(`${grant}/pre-authorized_code`, (own: JsonValue) => how(String(own))))
const uuid = (own: string): string =>
  createHash('sha256')
    .update(own)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
/** Offers templates, and describes them. */
const templates = (names: readonly string[]) =>
  combineMutations(
    offer(put('/credential_configuration_ids', [...names])),
    metadata(
      put(
        '/credential_configurations_supported',
        Object.fromEntries(names.map((name) => [name, { format: 'vc+sd-jwt' }])),
      ),
    ),
  )
const many = { decisions: { 'offer.grants': 'many' } }

const oddest = fc.string({ unit: fc.constantFrom(...'+/=%&#?"\\~. aZ0-_'), minLength: 1, maxLength: 40 })
const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 })

const served = (type: string) => changeHeaders('issuer', 'offer', { 'content-type': type })

const inLink = changeResult(
  'identityApp',
  'offer',
  (made) => new RawJson(`openid-credential-offer://?credential_offer=${encodeURIComponent(writeJson(made))}`),
)

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('OFFER', 'has a code of 512 characters', code((own) => own.padEnd(512, 'c'))),
  variant('OFFER', 'has a code of four characters', code((own) => own.slice(-4))),
  variant('OFFER', 'has a code that looks like a JWT', code((own) => `eyJhbGciOiJub25lIn0.${own}.AAAA`)),
  variant('OFFER', 'has a code that looks like an encrypted message', code((own) => `eyJhbGciOiJkaXIifQ..AAAA.${own}.CCCC`)),
  variant('OFFER', 'has a code that looks like a UUID', code(uuid)),
  variant('OFFER', 'has a code of signs that a URL has to escape', valueFamily(oddest, (value) => code((own) => `${value}${own}`))),
  variant('OFFER', 'has a code in any script', valueFamily(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (value) => code((own) => `${value}${own}`))),
  variant('OFFER', 'has a code that looks like JSON', code((own) => JSON.stringify({ code: own }))),
  variant('OFFER', 'announces a further code', offer(put(`${grant}/tx_code`, {}))),
  variant('OFFER', 'says how a further code is typed in', offer(put(`${grant}/tx_code`, { input_mode: 'text', length: 6, description: 'x'.repeat(300), 'x-note': 1 }))),
  variant('OFFER', 'names an authorization server', offer(put(`${grant}/authorization_server`, 'https://as.example'))),
  variant('OFFER', 'names several templates', templates(['identity_credential', 'age_credential', 'address_credential'])),
  variant('OFFER', 'names templates with any text', valueFamily(ids, templates)),
  variant('OFFER', 'offers further grants', offer(put('/grants/authorization_code', { issuer_state: 'x' })), many),
  variant('OFFER', 'offers a grant that nobody knows', offer(put('/grants/urn:example:grant', null)), many),


  ...markLive([
variant('OFFER', 'is served with a charset', served('application/json; charset=utf-8')),
  variant('OFFER', 'is served with capitals in its media type', served('Application/JSON;Charset="UTF-8"')),
  variant('OFFER', 'stands in a link by value', inLink),
  variant('OFFER', 'is answered with a status that says created', { issuer: (honest) => ({ ...honest, adjustResponse: (replied, where) => ({ ...honest.adjustResponse(replied, where), ...(where === 'offer' && { status: 201 }) }) }) }),
  variant('OFFER', 'offers one of many templates', mutate.metadata(put('/credential_configurations_supported', { identity_credential: {}, another_credential: {} }))),
]),
]
