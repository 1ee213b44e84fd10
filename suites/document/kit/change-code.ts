import type { ActorMutation } from '../model/actors.ts'
import { change } from './edits.ts'
import { mutate } from './message-mutations.ts'
import { combineMutations } from './mutations.ts'

const inOffer = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/pre-authorized_code'

/** Changes the code in the Issuer Config response and in the offer alike. */
export const changeCode = (how: (code: string) => string): ActorMutation =>
  combineMutations(
    mutate.configResponse(change('/nonce', (code) => how(String(code)))),
    mutate.offer(change(inOffer, (code) => how(String(code)))),
  )
