import type { Decide } from '../../src/model/decision.ts'
import type { Director, Heard, Opened, Performance, Steps } from '../../src/model/probe.ts'
import type { Exhibit } from '../../src/protocol/evidence.ts'
import { readingOf } from '../disclosure/reading.ts'

/** A session that came to its end. */
export interface Played {
  readonly opened: Opened
  readonly heard: Heard
}

/** One session after the other, one for each account, as plain as can be; nothing, if one of them is not accepted. */
async function plainSessions(steps: Steps): Promise<readonly Played[] | undefined> {
  const all: Played[] = []
  for (const account of steps.sessions.keys()) {
    const opened = await steps.open(account)
    const nonce = opened && (await steps.takeNonce(account))
    if (!opened || nonce === undefined) return undefined
    const heard = await steps.ask({ caller: account, holder: account, ...opened, nonce })
    if (heard.answer !== 'accepted') return undefined
    all.push({ opened, heard })
  }
  return all
}

/** Who does not accept the plainest sessions of all wants to see an offer first, and is not to be judged by its orders. */
export const afterTwins =
  (play: (twins: readonly Played[]) => (director: Director) => Promise<Performance | undefined>) =>
  async (director: Director): Promise<Performance | undefined> => {
    if (!director.tell || director.members < 1) return undefined
    let twins: readonly Played[] | undefined
    await director.tell(async (steps) => {
      twins = await plainSessions(steps)
      return twins !== undefined
    })
    if (twins) return play(twins)(director)
    return { answer: 'undecided', reason: 'a request that no offer led to was not accepted' }
  }

/** When it was made, it tells of a credential, and nothing of the person. */
const ofCredential = 'CredentialIssuingDate'

/** All that a credential says of a person, in an order of its own; nothing, if none could be read. */
function personIn({ read }: Heard, decide: Decide): string | undefined {
  const credential = read().find((each): each is Exhibit<'credential'> => each.kind === 'credential')?.content
  if (!credential) return undefined
  const claims = readingOf(credential, { decide }).claims.filter(({ name }) => name !== ofCredential)
  return claims
    .map(({ name, json }) => JSON.stringify([name, json]))
    .toSorted()
    .join()
}

/** The members of a response, as far as they are texts. */
const textsIn = ({ read }: Heard): readonly unknown[] =>
  read().flatMap(({ kind, content }) => (kind === 'response' && content ? Object.values(content) : []))

/** Whether an answer tells of the dataset of another session, or of the person that the twin of that one tells of. */
export function isMistaken(own: Played, other: Played, twins: readonly [Played, Played], decide: Decide): boolean {
  const isOtherDataset = own.opened.dataset !== other.opened.dataset
  if (isOtherDataset && textsIn(own.heard).includes(other.opened.dataset)) return true
  const [person, self, another] = [own, ...twins].map(({ heard }) => personIn(heard, decide))
  return person !== undefined && person === another && another !== self
}
