import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { message, put } from '../deviations.ts'
import { each } from '../family.ts'

const { offer } = message

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'
const code = (value: string) => offer(put(`${grant}/pre-authorized_code`, value))
const many = { given: { 'offer.grants': 'many' } }

const oddest = fc.string({ unit: fc.constantFrom(...'+/=%&#?"\\~. aZ0-_'), minLength: 1, maxLength: 40 })
const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 })

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('OFFER', 'has a code of 512 characters', code('c'.repeat(512))),
  variant('OFFER', 'has a code of one character', code('c')),
  variant('OFFER', 'has a code that looks like a JWT', code('eyJhbGciOiJub25lIn0.eyJjb2RlIjoxfQ.AAAA')),
  variant('OFFER', 'has a code that looks like an encrypted message', code('eyJhbGciOiJkaXIifQ..AAAA.BBBB.CCCC')),
  variant('OFFER', 'has a code that looks like a UUID', code('0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a')),
  variant('OFFER', 'has a code of signs that a URL has to escape', each(oddest, code)),
  variant('OFFER', 'has a code in any script', each(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), code)),
  variant('OFFER', 'has a code that looks like JSON', code('{"code":1}')),
  variant('OFFER', 'announces a further code', offer(put(`${grant}/tx_code`, {}))),
  variant('OFFER', 'names an authorization server', offer(put(`${grant}/authorization_server`, 'https://as.example'))),
  variant('OFFER', 'names several templates', offer(put('/credential_configuration_ids', ['identity_credential', 'age_credential', 'address_credential']))),
  variant('OFFER', 'names templates with any text', each(ids, (value) => offer(put('/credential_configuration_ids', value)))),
  variant('OFFER', 'offers further grants', offer(put('/grants/authorization_code', { issuer_state: 'x' })), many),
  variant('OFFER', 'offers a grant that nobody knows', offer(put('/grants/urn:example:grant', null)), many),
]
