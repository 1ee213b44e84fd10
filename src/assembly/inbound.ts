import type { Answers } from '../actors/parties/desk.ts'
import type { Switchboard } from '../harness/switchboard.ts'
import type { Role } from '../model/requirement.ts'
import type { Settings } from '../model/settings.ts'
import type { Asked, Replied } from '../model/wire.ts'
import type { Company } from './company.ts'

/** The actors of the session in play, for calls from outside. */
export function inboundOf(board: Switchboard, companies: ReadonlyMap<string, Company>, from: Role): Answers {
  const answers = (['jwks', 'issuerMetadata', 'offer', 'nonce', 'status'] as const).map((endpoint) => {
    const answer = async (asked: Asked): Promise<Replied> => {
      const [session = '', company] = [...companies].at(-1) ?? []
      const own = { ...company?.issuer, ...company?.statusService }[endpoint]
      return own ? board.take(session, endpoint, from, asked, own) : { status: 503, headers: {}, body: '' }
    }
    return [endpoint, answer] as const
  })
  return Object.fromEntries(answers)
}

/** Who calls from outside: the target that has to look things up. */
export const callerIn = ({ targets }: Settings): Role => (targets.verifier ? 'verifier' : 'wallet backend')
