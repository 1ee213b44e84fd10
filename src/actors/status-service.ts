import type { StatusService } from '../model/actors.ts'
import { writeJws } from '../protocol/jws.ts'
import type { World } from './world.ts'

/** A status service that does everything as the document says, and for which every credential is active. */
export const honestStatusService = ({ issuer, now, keys }: World): StatusService => ({
  draft: (credentialId) => ({
    header: { alg: 'ES256', typ: 'status+jwt', kid: keys.issuer.kid ?? '' },
    payload: { iss: issuer, id: credentialId, status: 'active', iat: now, exp: now + 3600 },
  }),
  seal: ({ header, payload }) => writeJws(header, payload, keys.issuer),
})
