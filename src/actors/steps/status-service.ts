import type { StatusService } from '../../../model/actors.ts'
import { placeMember } from '../../../protocol/encoding/pointer.ts'
import { writeJws } from '../../../protocol/jose/jws.ts'
import { type ActorEnvironment, passThrough } from './environment.ts'

/** A status service that does everything as the document says. */
export const createStatusService = (environment: ActorEnvironment): StatusService => ({
  ...passThrough,
  findRefusals: environment.refusals('status service'),
  draft: (credentialId, status) => ({
    header: { alg: 'ES256', typ: 'status+jwt', kid: environment.keys.issuer.kid ?? '' },
    payload: {
      iss: environment.issuer,
      id: credentialId,
      ...placeMember(environment.dialect.statusMember, status),
      iat: environment.now,
      exp: environment.now + 3600,
    },
  }),
  sign: ({ header, payload }) => writeJws(header, payload, environment.keys.issuer),
})
