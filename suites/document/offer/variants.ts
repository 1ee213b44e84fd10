import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { RawJson, writeJson } from '../../../protocol/encoding/json.ts'
import { changeCode } from '../kit/change-code.ts'
import { change, put } from '../kit/edits.ts'
import { describedFamily, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResult, combineMutations } from '../kit/mutations.ts'
import { otherSpellings } from '../kit/url-spellings.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'

const { metadata, offer } = mutate

const respellIssuer = ([, respell]: readonly [string, (base: string) => string]) =>
  offer(change('/credential_issuer', (own) => respell(String(own))))

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'
const toUuid = (own: string): string =>
  createHash('sha256')
    .update(own)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
/** Offers credential configurations, and defines them in the metadata. */
const offerConfigurations = (names: readonly string[]) =>
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

const specialCharacters = fc.string({ unit: fc.constantFrom(...'+/=%&#?"\\~. aZ0-_'), minLength: 1, maxLength: 40 })
const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 })

const setContentType = (type: string) => changeHeaders('issuer', 'offer', { 'content-type': type })

const pushInLink = changeResult(
  'identityApp',
  'offer',
  (made) => new RawJson(`openid-credential-offer://?credential_offer=${encodeURIComponent(writeJson(made))}`),
)

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('OFFER', 'spells the URL of the issuer in another way', describedFamily(fc.constantFrom(...Object.entries(otherSpellings)), ([what]) => what, respellIssuer)),
  variant('OFFER', 'has a code of 512 characters', changeCode((own) => own.padEnd(512, 'c'))),
  variant('OFFER', 'has a code of sixteen characters', changeCode((own) => own.slice(-16))),
  variant('OFFER', 'has a code that looks like a JWT', changeCode((own) => `eyJhbGciOiJub25lIn0.${own}.AAAA`)),
  variant('OFFER', 'has a code that looks like an encrypted message', changeCode((own) => `eyJhbGciOiJkaXIifQ..AAAA.${own}.CCCC`)),
  variant('OFFER', 'has a code that looks like a UUID', changeCode(toUuid)),
  variant('OFFER', 'has a code of characters that a URL has to escape', valueFamily(specialCharacters, (value) => changeCode((own) => `${value}${own}`))),
  variant('OFFER', 'has a code in any script', valueFamily(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (value) => changeCode((own) => `${value}${own}`))),
  variant('OFFER', 'has a code that looks like JSON', changeCode((own) => JSON.stringify({ code: own }))),
  variant('OFFER', 'announces a transaction code', offer(put(`${grant}/tx_code`, {}))),
  variant('OFFER', 'describes the transaction code', offer(put(`${grant}/tx_code`, { input_mode: 'text', length: 6, description: 'x'.repeat(300), 'x-note': 1 }))),
  variant('OFFER', 'names an authorization server', offer(put(`${grant}/authorization_server`, 'https://as.example'))),
  variant('OFFER', 'offers several credential configurations', offerConfigurations(['identity_credential', 'age_credential', 'address_credential'])),
  variant('OFFER', 'offers credential configurations with any strings as ids', valueFamily(ids, offerConfigurations)),
  variant('OFFER', 'offers further grants', offer(put('/grants/authorization_code', { issuer_state: 'x' })), many),
  variant('OFFER', 'offers an unknown grant type', offer(put('/grants/urn:example:grant', null)), many),

  ...markLive([
  variant('OFFER', 'serves offers with a charset parameter', setContentType('application/json; charset=utf-8')),
  variant('OFFER', 'serves offers with a media type in mixed case', setContentType('Application/JSON;Charset="UTF-8"')),
  variant('OFFER', 'pushes the offer by value in a link', pushInLink),
  variant('OFFER', 'serves offers with status 201', { issuer: (original) => ({ ...original, adjustResponse: (response, endpoint, request) => ({ ...original.adjustResponse(response, endpoint, request), ...(endpoint === 'offer' && { status: 201 }) }) }) }),
  variant('OFFER', 'offers one of several credential configurations', mutate.metadata(put('/credential_configurations_supported', { identity_credential: {}, another_credential: {} }))),
]),
]
