import type { StatusService } from '../model/actors.ts'
import { writeJws } from '../protocol/jws.ts'
import { plainly, type World } from './world.ts'

/** A status service that does everything as the document says. */
export const honestStatusService = (world: World): StatusService => ({
  ...plainly,
  validations: world.validations('status service'),
  draft: (credentialId, status) => ({
    header: { alg: 'ES256', typ: 'status+jwt', kid: world.keys.issuer.kid ?? '' },
    payload: { iss: world.issuer, id: credentialId, status, iat: world.now, exp: world.now + 3600 },
  }),
  seal: ({ header, payload }) => writeJws(header, payload, world.keys.issuer),
})
