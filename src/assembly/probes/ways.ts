import { examinedKinds } from '../../../suites/probing.ts'
import type { Refusal } from '../../harness/answers-to-probes.ts'
import type { Role } from '../../model/requirement.ts'
import type { Kind } from '../../protocol/evidence.ts'
import type { Stage } from '../stage.ts'
import { bentIn, type Lie } from './lies.ts'
import type { Player } from './player.ts'
import { isAccepted } from './twins.ts'

/** How a judge is reached: with all that goes before, and without, if it accepts that. */
export interface Ways {
  readonly play: Player
  readonly brief?: Player
}

/**
 * The shortest way to a judge. A credential can be put before a verifier, and a callback before a wallet backend, without
 * the flow that it would come out of, and a request before an issuer without an offer; if an honest one is refused so, the
 * judge wants to see the flow.
 */
export async function waysTo(judge: Role, stage: Stage, play: Player, refusal: Refusal): Promise<Ways> {
  const isOurs = !stage.isTarget('identity app') && !stage.isTarget('wallet')
  const isMinted = (judge === 'verifier' || judge === 'wallet backend') && !stage.isTarget('issuer')
  if (!isOurs || (judge !== 'issuer' && !isMinted)) return { play }
  const brief: Player = (part) => play({ ...part, isBrief: true })
  // Whoever asks in brief has to know from before what the issuer says of itself.
  if (judge === 'issuer') await play({ judge })
  return (await isAccepted(judge, brief, refusal)) ? { play, brief } : { play }
}

/** What is seen on the short ways, and who makes it. */
const briefly: Readonly<
  Record<'asked' | 'minted', { readonly kinds: readonly Kind[]; readonly makers: readonly Role[] }>
> = {
  asked: {
    kinds: ['request', 'attestation', 'encrypted-request', 'validation-request'],
    makers: ['wallet', 'identity app'],
  },
  minted: {
    kinds: ['credential', 'status-token', 'jwks', 'callback'],
    makers: ['issuer', 'status service', 'identity app'],
  },
}

/** Whether a lie shows on the short way to its judge. */
export function isShownBriefly({ fault, judge, deviation }: Lie): boolean {
  const { kinds, makers } = judge === 'issuer' ? briefly.asked : briefly.minted
  return (
    examinedKinds(fault).every((kind) => kinds.includes(kind)) &&
    bentIn(deviation).every((role) => makers.includes(role))
  )
}
