import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { placeMember } from '../../../../protocol/encoding/pointer.ts'
import { writeJws } from '../../../../protocol/jose/jws.ts'
import { encodeStatuses } from '../../../../protocol/status-list/status-list.ts'
import type { JwsDraft, StatusService } from '../../model/actors.ts'
import { type ActorEnvironment, passThrough } from './environment.ts'

/** A status service that does everything as the document says. */
export const createStatusService = (environment: ActorEnvironment): StatusService => ({
  ...passThrough,
  findRefusals: environment.refusals('status service'),
  draft: (credentialId, status) =>
    environment.dialect.statusForm === 'url'
      ? draftStatus(environment, credentialId, status)
      : draftList(environment, credentialId, status),
  sign: ({ header, payload }) => writeJws(header, payload, environment.keys.issuer),
})

const draftStatus = (
  { dialect, issuer, keys, now }: ActorEnvironment,
  credentialId: string,
  status: string,
): JwsDraft => ({
  header: { alg: 'ES256', typ: 'status+jwt', kid: keys.issuer.kid ?? '' },
  payload: Object.entries({ [dialect.statusIdMember]: credentialId, [dialect.statusMember]: status }).reduce(
    (payload: JsonObject, [place, value]) => placeMember(payload, place, value),
    { iss: issuer, iat: now, exp: now + 3600 },
  ),
})

/** The address of the status of a credential. */
export const findStatusUrl = ({ status }: ActorEnvironment, credentialId: string): string =>
  `${status}/credentials/status/${credentialId}`

/** Where the status of a credential is in its list. */
export const statusIndex = 5

/** How many statuses a list has. */
const listLength = 16

/** Statuses as numbers of a Token Status List. */
export const listedStatuses: readonly string[] = ['active', 'revoked', 'suspended']

/**
 * A Token Status List for each credential, so that one can be changed without the others. All other entries say the
 * opposite: a verifier that reads another index, or counts bits from the other end, comes to another status.
 */
function draftList(environment: ActorEnvironment, credentialId: string, status: string): JwsDraft {
  const value = listedStatuses.indexOf(status)
  const others = value === 0 ? 1 : 0
  const statuses = Array.from({ length: listLength }, (_, index) => (index === statusIndex ? value : others))
  return {
    header: { alg: 'ES256', typ: 'statuslist+jwt', kid: environment.keys.issuer.kid ?? '' },
    payload: {
      iss: environment.issuer,
      sub: findStatusUrl(environment, credentialId),
      iat: environment.now,
      exp: environment.now + 3600,
      status_list: { bits: 2, lst: encodeStatuses(2, statuses) },
    },
  }
}
