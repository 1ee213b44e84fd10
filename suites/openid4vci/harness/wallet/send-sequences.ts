import type { Journal } from '../../../../src/harness/journal.ts'
import { tryAgain } from '../../../../src/harness/wallet/try-again.ts'
import type { VciEndpoint } from '../../actors/issuer-steps.ts'
import { askTxCode, changeResponse, combine, type IssuerMutation, setStatus } from '../../issuer-changes.ts'
import { keepUsual } from '../../wallet/make-probe.ts'
import { issueBound, offerCode } from '../../wallet/probes.ts'
import { VCIWALLET } from '../../wallet/requirements.ts'
import { describeEnd, type PlayedSession, type PlaySession } from './session-end.ts'

/** An offer that is open while others are, until its wallet has an answer that is kept back. */
export interface OpenOffer {
  readonly change: IssuerMutation
  readonly place?: VciEndpoint
}

/** Plays offers that are open at the same time, and judges them in a journal. Returns whether the wallet takes several at once. */
export type PlayTogether = (description: string, offers: readonly OpenOffer[], journal: Journal) => Promise<boolean>

/** An issuer, and the answers of which each is kept back in one session. */
interface Sequence {
  /** What is said of the offer. */
  readonly kind: string
  readonly change: IssuerMutation
  readonly places: readonly (readonly [place: VciEndpoint, awaited: string])[]
}

const sequences: readonly Sequence[] = [
  {
    kind: '',
    change: combine(askTxCode, issueBound),
    places: [
      ['serverMetadata', 'the metadata of its authorization server'],
      ['token', 'its token'],
      ['nonce', 'its nonce'],
      ['credential', 'its credential'],
    ],
  },
  {
    kind: ' with the authorization code grant',
    change: combine(offerCode, issueBound),
    places: [
      ['authorization', 'its authorization'],
      ['token', 'its token'],
    ],
  },
]

/** Offers that are open at the same time: what belongs to one of them is in no message of another. */
export async function sendSequences(
  play: { readonly one: PlaySession; readonly together: PlayTogether },
  journal: Journal,
  first: PlayedSession,
): Promise<void> {
  for (const sequence of sequences) {
    if (await playSequence(sequence, play.together, journal)) continue
    journal.notes.push('several offers at once were not tested: they are taken one after the other')
    break
  }
  await offerAfterError(first, play.one, journal)
}

/**
 * Plays one session for each answer that is kept back, all of them at once. Where that shows something new, each is played with
 * another session alone, and the first that shows it is what is reported. Returns whether the wallet takes several offers.
 */
async function playSequence(
  { kind, change, places }: Sequence,
  play: PlayTogether,
  journal: Journal,
): Promise<boolean> {
  const known = new Set(listFailing(journal))
  const whole = journal.beginPart(() => {})
  const open = places.map(([place]) => ({ change, place }))
  const isTaken = await play(`${places.length} offers${kind} at once`, open, whole.journal)
  const shown = listFailing(whole.journal).filter((id) => !known.has(id))
  for (const [place, awaited] of shown.length > 0 ? places : []) {
    const { journal: own, merge } = journal.beginPart(() => {})
    await play(
      `an offer${kind}, which waits for ${awaited} while another is taken`,
      [{ change, place }, { change }],
      own,
    )
    const isShown = listFailing(own).some((id) => shown.includes(id))
    merge()
    if (isShown) break
  }
  whole.merge()
  return isTaken
}

/** The requirements that failed until now. */
const listFailing = ({ trials, cases }: Journal): readonly string[] => [
  ...trials.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row.id),
  ...cases.flatMap(({ verdict: { results } }) =>
    results.flatMap(({ outcome, requirement }) => (outcome === 'failed' ? requirement.id : [])),
  ),
]

const failToken = changeResponse('token', setStatus(500))

/** Makes the first offer again after one that came to nothing. */
async function offerAfterError(first: PlayedSession, play: PlaySession, journal: Journal): Promise<void> {
  await tryAgain(journal, {
    ...{ row: VCIWALLET.AGAIN, description: 'an offer after one whose token request fails', first: 'accepted' },
    play: async (description) => {
      await play('an offer whose token request fails', failToken)
      return play(description, keepUsual)
    },
    isAsFirst: ({ isIssued, accepted }) => isIssued && (accepted !== false || first.accepted === false),
    describe: describeEnd,
  })
}
