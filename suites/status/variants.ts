import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { isObject } from '../../src/protocol/json.ts'
import { change, drop, message, put, rename, statusAt } from '../deviations.ts'
import { each, family } from '../family.ts'

const { credentialPayload, statusHeader, statusPayload } = message

/** The same address in other words. */
const otherwise: Readonly<Record<string, (host: string) => string>> = {
  'the scheme in capitals': (host) => host.replace(/^https?/, (scheme) => scheme.toUpperCase()),
  'the host in capitals': (host) =>
    host.replace(/^(https?:\/\/)(.*)$/, (_, scheme, rest) => `${scheme}${rest.toUpperCase()}`),
  'the port that goes without saying': (host) => (host === 'https://status.example' ? `${host}:443` : host),
}

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('STATUS', 'suspends the credential', statusPayload(put('/status', 'suspended'))),
  variant('STATUS', 'revokes the credential', statusPayload(put('/status', 'revoked'))),
  variant('STATUS', 'says since when, and why', statusPayload((all) => put('/reason', 'காரணம்')(put('/since', 1_794_000_000)(all)))),
  variant('STATUS', 'says neither who nor when', statusPayload((all) => drop('/iss')(drop('/iat')(drop('/exp')(all))))),
  variant('STATUS', 'names the credential as its subject', statusPayload(rename('id', 'sub'))),
  variant('STATUS', 'names the credential as a URN', statusPayload((all) => put('/id', `urn:uuid:${isObject(all) && 'id' in all ? all.id : ''}`)(all))),
  variant('STATUS', 'names the credential by the address of its status', statusPayload(change('/id', (id) => `https://status.example/credentials/status/${id}`))),
  variant('STATUS', 'names the credential twice, the second time as a URN', statusPayload((all) => put('/sub', `urn:uuid:${isObject(all) && 'id' in all ? all.id : ''}`)(all))),
  variant('STATUS', 'is the service and says so', statusPayload(change('/iss', (issuer) => String(issuer).replace('//issuer.', '//status.')))),
  variant('STATUS', 'expired some seconds ago', statusPayload(put('/exp', 1_794_999_970))),
  variant('STATUS', 'is some seconds ahead', statusPayload(put('/iat', 1_795_000_030))),
  variant('STATUS', 'does not say when it expires', statusPayload(drop('/exp'))),
  variant('STATUS', 'gives its times with fractions', statusPayload(put('/iat', 1_794_999_999.5))),
  variant('STATUS', 'is good since 1970', statusPayload(put('/nbf', 0))),
  variant('STATUS', 'expired, where an answer has another form', statusPayload(put('/exp', 1_790_000_000)), { given: { 'status.body': 'any' } }),
  variant('STATUS', 'says that its payload is encoded', statusHeader(put('/b64', true))),
  variant('STATUS', 'writes the address of the status in another way', family(fc.constantFrom(...Object.entries(otherwise)), ([what]) => what, ([, how]) => statusAt((id, host) => `${how(host)}/credentials/status/${id}`))),
  variant('STATUS', 'is of another type', each(fc.constantFrom('JWT', 'jwt', 'application/jwt', 'statuslist+jwt'), (typ) => statusHeader(put('/typ', typ)))),
  variant('STATUS', 'says more in its header', statusHeader(put('/x-note', [{ deep: true }]))),
  variant('STATUS', 'says `Active`, where case does not matter', statusPayload(put('/status', 'Active')), { given: { 'status.compare': 'any-case' } }),
  variant('STATUS', 'says the status with a number, where that was agreed', statusPayload(put('/status', 0)), { given: { 'status.vocabulary': 'status-list' } }),
  variant('STATUS', 'refers to the first place of a list', credentialPayload(put('/status/status_list', { idx: 0, uri: 'https://status.example/lists/1' })), { given: { 'status.form': 'object' } }),
  variant('STATUS', 'refers to a status under another id, where that is free', statusAt((_, host) => `${host}/credentials/status/1`), { given: { 'id.relation': 'none' } }),
]
