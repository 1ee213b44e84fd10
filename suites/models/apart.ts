import type { Decide } from '../../src/model/decision.ts'
import type { Director, Heard, Opened, Performance, Steps } from '../../src/model/probe.ts'
import { call, cross, type Deed, turnsOf } from './crossings.ts'
import { type Ending, exploring } from './exploring.ts'
import { accountNamed } from './plot.ts'
import { afterTwins, isMistaken, type Played } from './twins.ts'

const accounts = [0, 1] as const

/** Each session opens, takes a nonce and asks: three calls, and each is sent and answered. */
const turns = turnsOf(accounts.length, accounts.length * 3 * 2)

/** Two sessions on their way. */
interface Meeting {
  readonly steps: Steps
  readonly did: string[]
  readonly played: (Played | undefined)[]
  away: number
  isLost: boolean
  /** The account whose request was refused. */
  refused?: number
}

/** The calls of one session. When something went wrong, nobody goes on. */
function sessionOf(account: number, meeting: Meeting): readonly Deed[] {
  const { steps, did, played } = meeting
  let opened: Opened | undefined
  let ask: (() => Promise<Heard>) | undefined
  const doing = (words: string, make: () => Promise<boolean>): readonly Deed[] =>
    call(async () => {
      if (meeting.isLost || meeting.refused !== undefined) return
      did.push(`${meeting.away++ > 0 ? 'at the same time ' : ''}${words} for ${accountNamed(account)}`)
      const isDone = await make()
      meeting.away--
      meeting.isLost ||= !isDone
    })
  return [
    ...doing('opens a session', async () => {
      opened = await steps.open(account)
      return opened !== undefined
    }),
    ...doing('takes a nonce', async () => {
      const nonce = await steps.takeNonce(account)
      if (!opened || nonce === undefined) return false
      ask = steps.ready({ caller: account, holder: account, ...opened, nonce })
      return true
    }),
    ...doing('asks', async () => {
      if (!opened || !ask) return false
      const heard = await ask()
      played[account] = { opened, heard }
      if (heard.answer === 'refused') meeting.refused = account
      return heard.answer !== 'undecided'
    }),
  ]
}

async function meet(order: readonly number[], steps: Steps): Promise<Meeting> {
  const meeting: Meeting = { steps, did: [], played: [], away: 0, isLost: false }
  await cross(
    accounts.map((account) => sessionOf(account, meeting)),
    order,
  )
  return meeting
}

const inSession = ({ steps: { sessions } }: Meeting, account: number) => {
  const { [account]: session } = sessions
  return session === undefined ? {} : { session }
}

/** What nobody expects of a meeting: that one is refused, or is given what is of the other. */
function endingOf(meeting: Meeting, mistaken: number | undefined): Ending {
  const { did, isLost, refused, played } = meeting
  const wrong = refused ?? mistaken
  const what = refused === undefined ? 'is given what is of the other' : 'is refused'
  return {
    aims: played.filter((each) => each !== undefined).length === accounts.length ? 1 : 0,
    isLost,
    isExposed: wrong !== undefined,
    did: wrong === undefined ? did : [...did.slice(0, -1), `${did.at(-1)} (${accountNamed(wrong)} ${what})`],
    ...inSession(meeting, wrong ?? 0),
  }
}

/** Both of two sessions have to be accepted, in whatever order their calls come, and each is given what is its own. */
export const keepsApart = afterTwins((twins) => async (director: Director): Promise<Performance | undefined> => {
  const [first, second] = twins
  if (!first || !second) return undefined
  const play = async (order: readonly number[], steps: Steps) => {
    const meeting = await meet(order, steps)
    return endingOf(meeting, mistakenIn(meeting, [first, second], director.decide))
  }
  return exploring('accepted', { values: turns, play })(director)
})

/** The account that was given what is of the other. */
function mistakenIn({ played: [one, other] }: Meeting, [first, second]: Twins, decide: Decide): number | undefined {
  if (!one || !other) return undefined
  if (isMistaken(one, other, [first, second], decide)) return 0
  return isMistaken(other, one, [second, first], decide) ? 1 : undefined
}

type Twins = readonly [Played, Played]
