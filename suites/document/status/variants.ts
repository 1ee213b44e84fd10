import * as fc from 'fast-check'
import { isObject } from '../../../protocol/encoding/json.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { signAgain, signOtherwise } from '../kit/compact-text.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { describedFamily, valueFamily } from '../kit/family.ts'
import { changeStatusUrl, mutate } from '../kit/message-mutations.ts'
import { changeResult } from '../kit/mutations.ts'
import { otherSpellings } from '../kit/url-spellings.ts'
import { type Variant, variant } from '../model/fault.ts'

const { credentialPayload, statusHeader, statusPayload } = mutate

const editToken = (how: (text: string) => string) => changeResult('statusService', 'sign', how)

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('STATUS', 'suspends the credential', statusPayload(put('/status', 'suspended'))),
  variant('STATUS', 'revokes the credential', statusPayload(put('/status', 'revoked'))),
  variant('STATUS', 'adds a reason and a time to the status', statusPayload((all) => put('/reason', 'காரணம்')(put('/since', 1_794_000_000)(all)))),
  variant('STATUS', 'leaves out `iss`, `iat` and `exp`', statusPayload((all) => drop('/iss')(drop('/iat')(drop('/exp')(all))))),
  variant('STATUS', 'names the credential in `sub`', statusPayload(rename('id', 'sub'))),
  variant('STATUS', 'names the credential as a URN', statusPayload((all) => put('/id', `urn:uuid:${isObject(all) && 'id' in all ? all.id : ''}`)(all))),
  variant('STATUS', 'names the credential by its status URL', statusPayload(change('/id', (id) => `https://status.example/credentials/status/${id}`))),
  variant('STATUS', 'names the credential twice, once as a URN', statusPayload((all) => put('/sub', `urn:uuid:${isObject(all) && 'id' in all ? all.id : ''}`)(all))),
  variant('STATUS', 'names the status service in `iss`', statusPayload(change('/iss', (issuer) => String(issuer).replace('//issuer.', '//status.')))),
  variant('STATUS', 'expired some seconds ago', statusPayload(put('/exp', 1_794_999_970))),
  variant('STATUS', 'was issued some seconds in the future', statusPayload(put('/iat', 1_795_000_030))),
  variant('STATUS', 'leaves out `exp`', statusPayload(drop('/exp'))),
  variant('STATUS', 'expires at the end of the year 9999', statusPayload(put('/exp', 253_402_300_799))),
  variant('STATUS', 'gives its times with fractions', statusPayload(put('/iat', 1_794_999_999.5))),
  variant('STATUS', 'is valid since 1970', statusPayload(put('/nbf', 0))),
  variant('STATUS', 'has expired, where responses have another format', statusPayload(put('/exp', 1_790_000_000)), { decisions: { 'status.body': 'any' } }),
  variant('STATUS', 'has an `id` of its own beside that of the credential, as agreed', statusPayload(put('/id', 'of-the-response')), { decisions: { 'status.idMember': '/credential/id' } }),
  variant('STATUS', 'has an `id` of its own, where responses have another format', statusPayload(put('/id', 'of-the-response')), { decisions: { 'status.body': 'any' } }),
  variant('STATUS', 'signs with a key of its own and names none', editToken(signAgain(unrelatedKey, drop('/kid')))),
  variant('STATUS', 'signs with another algorithm, where responses have another format', editToken(signOtherwise), { decisions: { 'status.body': 'any' } }),
  variant('STATUS', 'answers with a JWS in JSON, where responses have another format', editToken((text) => JSON.stringify({ payload: text.split('.')[1], signatures: [] })), { decisions: { 'status.body': 'any' } }),
  variant('STATUS', 'lists a critical extension, where responses have another format', statusHeader(put('/crit', ['https://example.com/x'])), { decisions: { 'status.body': 'any' } }),
  variant('STATUS', 'has `b64` = `true`', statusHeader(put('/b64', true))),
  variant('STATUS', 'writes the status URL differently', describedFamily(fc.constantFrom(...Object.entries(otherSpellings)), ([what]) => what, ([, how]) => changeStatusUrl((id, host) => `${how(host)}/credentials/status/${id}`))),
  variant('STATUS', 'has another `typ`', valueFamily(fc.constantFrom('JWT', 'jwt', 'application/jwt', 'statuslist+jwt'), (typ) => statusHeader(put('/typ', typ)))),
  variant('STATUS', 'has an unknown header parameter', statusHeader(put('/x-note', [{ deep: true }]))),
  variant('STATUS', 'has the status `Active`, where case does not matter', statusPayload(put('/status', 'Active')), { decisions: { 'status.compare': 'any-case' } }),
  variant('STATUS', 'has a number as the status, as agreed', statusPayload(put('/status', 0)), { decisions: { 'status.vocabulary': 'status-list' } }),
  variant('STATUS', 'refers to index 0 of a list', credentialPayload(put('/status/status_list', { idx: 0, uri: 'https://status.example/lists/1' })), { decisions: { 'status.form': 'object' } }),
  variant('STATUS', 'has another id in the status URL, where that is permitted', changeStatusUrl((_, host) => `${host}/credentials/status/1`), { decisions: { 'id.relation': 'none' } }),
]
