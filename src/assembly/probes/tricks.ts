import { contentOf } from '../../actors/parties/desk.ts'
import { called } from '../../actors/parties/http.ts'
import { answerIn, meaningOf } from '../../harness/answers-to-probes.ts'
import type { Answer, Director, Probed, Trick } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'
import { open } from '../../protocol/open.ts'
import type { Stage } from '../stage.ts'
import { arrived, isAskedByUs } from './calls.ts'
import { bentIn, type Sampling } from './lies.ts'
import type { Player } from './player.ts'
import type { Probes } from './probe.ts'
import { unusedOn } from './shelf.ts'
import { tellerOn } from './stories.ts'
import { inBatches, usualOf } from './twins.ts'

/** Tricks between two honest sessions. Fewer than of lies, since some of them are wild. */
const batch = 8

/** What a director has to know of all that is put before judges. */
type Asking = Pick<Probes, 'refusal' | 'isLegal' | keyof Sampling>

/** Plays tricks on a judge, each batch of them between two honest sessions. */
export function playTricks(
  tricks: readonly Trick[],
  judge: Role,
  stage: Stage,
  play: Player,
  probes: Asking,
): Promise<readonly Probed[]> {
  const inOrder = [...tricks.filter(({ isLate }) => !isLate), ...tricks.filter(({ isLate }) => isLate)]
  return inBatches(inOrder, batch, judge, play, probes.refusal, (trick) => attemptTrick(trick, stage, play, probes))
}

/** Plays a trick; nothing comes of one that does not apply under these decisions. */
export async function attemptTrick(
  { id, shows, judge, deed, expected, play: perform }: Trick,
  stage: Stage,
  play: Player,
  probes: Asking,
): Promise<readonly Probed[]> {
  const probed = { id, shows: shows.id, judge, deed, expected }
  let isVain = false
  const played: Player = (part) => {
    isVain ||= bentIn(part.deviation ?? {}).some(stage.isTarget)
    return play(part)
  }
  const asking =
    judge === 'issuer' && isAskedByUs(stage)
      ? { tell: tellerOn(stage, id, probes.refusal), unused: () => unusedOn(stage) }
      : {}
  const performed = await perform({ ...directorOn(stage, judge, played, probes), ...asking })
  // Nobody bends a target: what it would have done was not done, and whoever judged it judged something honest.
  if (performed === undefined || isVain) return []
  const { did, answer, ...rest } = typeof performed === 'string' ? { answer: performed, did: undefined } : performed
  return [{ ...probed, deed: did === undefined ? deed : `${deed}: ${did}`, answer, ...because(answer), ...rest }]
}

const because = (answer: Answer) =>
  answer === 'undecided' ? { reason: 'what had to come before it did not work' } : {}

function directorOn(stage: Stage, judge: Role, play: Player, { refusal, members, seed, isLegal }: Asking): Director {
  const { ports, company } = stage.enter({ session: 'probe-by-hand', account: 0, strict: new Set([judge]) })
  const success = judge === 'issuer' ? 'credential_response' : undefined
  const send: Director['send'] = (endpoint, asked) => arrived(ports.call(endpoint, 'identity app', asked))
  return {
    decide: stage.decide,
    members,
    seed,
    send,
    play: (part) => play({ ...part, judge }),
    answerOf: (replied) => meaningOf(replied, refusal, success),
    endOf: (hops) => answerIn(hops, judge, usualOf(judge), refusal),
    isLegal: (hops) => isLegal(hops, judge),
    presentWith: async (status) => {
      if (stage.isTarget('issuer') || stage.isTarget('status service')) return undefined
      const { credential: presentation } = company.mint(0)
      const id = idIn(presentation)
      if (id === undefined) return 'undecided'
      stage.ledger.set(`issued/${id}`, { status })
      const replied = await send('presentation', called(stage.terms.addresses.presentation, { presentation }))
      return meaningOf(replied, refusal)
    },
  }
}

function idIn(credential: string): string | undefined {
  const id = contentOf(open('credential', credential), 'credential')?.jws.payload.id
  return typeof id === 'string' ? id : undefined
}
