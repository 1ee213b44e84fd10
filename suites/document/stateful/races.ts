import * as fc from 'fast-check'
import type { SequenceResult } from '../../kit/exploration.ts'
import { isCodePresented } from '../kit/single-use.ts'
import type { IssuerCalls, OpenedSession, ProbeContext, ProbeOutcome, ValidationReply } from '../model/probe.ts'
import { runExploration } from './exploration.ts'
import { generateSchedules, interleave, splitCall } from './interleaving.ts'

const maxRequests = 4

/** A number of concurrent requests, and the schedule of their turns. */
interface Race {
  readonly requests: number
  readonly schedule: readonly number[]
}

const races: fc.Arbitrary<Race> = fc.record({
  requests: fc.integer({ min: 2, max: maxRequests }),
  schedule: generateSchedules(maxRequests, 2 * maxRequests),
})

/** The values of one request of a race. */
interface RaceRequest extends OpenedSession {
  readonly nonce: string
  readonly description: string
}

/** Fetches what the requests of a race need. Undefined if a message is lost. */
type Prepare = (calls: IssuerCalls, requests: number, steps: string[]) => Promise<readonly RaceRequest[] | undefined>

const createRace =
  (prepare: Prepare) =>
  async ({ requests, schedule }: Race, calls: IssuerCalls) => {
    const steps: string[] = []
    const prepared = await prepare(calls, requests, steps)
    const replies: ValidationReply[] = []
    let pending = 0
    const createTask = ({ description, ...values }: RaceRequest) => {
      const sendRequest = calls.prepareRequest({ caller: 0, holder: 0, ...values })
      return splitCall(async () => {
        steps.push(pending++ > 0 ? `at the same time ${description}` : description)
        replies.push(await sendRequest())
        pending--
      })
    }
    await interleave(
      (prepared ?? []).map(createTask),
      schedule.map((task) => task % requests),
    )
    return concludeRace(replies, prepared !== undefined, steps, calls)
  }

/** A race has failed if more than one request is accepted. If none is, it shows nothing. */
function concludeRace(
  replies: readonly ValidationReply[],
  isPrepared: boolean,
  steps: readonly string[],
  { sessions }: IssuerCalls,
): SequenceResult {
  const accepted = replies.filter(({ answer }) => answer === 'accepted').length
  const isLost = !isPrepared || replies.some(({ answer }) => answer === 'inconclusive')
  const [session] = sessions
  return {
    answered: accepted > 0 && !isLost ? 1 : 0,
    isLost,
    hasFailed: accepted > 1,
    steps,
    ...(session && { session }),
  }
}

/** Fetches so many values. Undefined if one of them is missing. */
async function fetchAll<T>(count: number, fetchOne: () => Promise<T | undefined>): Promise<readonly T[] | undefined> {
  const all: T[] = []
  for (let i = 0; i < count; i++) {
    const one = await fetchOne()
    if (one === undefined) return undefined
    all.push(one)
  }
  return all
}

const openSessions = (calls: IssuerCalls, count: number, steps: string[]) => {
  steps.push(count === 1 ? 'opens a session' : `opens ${count} sessions`)
  return fetchAll(count, () => calls.openSession(0))
}

const fetchNonces = (calls: IssuerCalls, count: number, steps: string[]) => {
  steps.push(count === 1 ? 'fetches a nonce' : `fetches ${count} nonces`)
  return fetchAll(count, () => calls.takeNonce(0))
}

/** Fetches nonces of an issuer that binds them. It may return one only for each code: then all requests have the same. */
async function fetchBoundNonces(calls: IssuerCalls, count: number, steps: string[]) {
  steps.push('fetches nonces for the code')
  const first = await calls.takeNonce(0)
  return first === undefined ? undefined : fetchAll(count, async () => (await calls.takeNonce(0)) ?? first)
}

/** Prepares requests with the same code and a nonce each. */
const prepareForCode: Prepare = async (calls, requests, steps) => {
  const [opened] = (await openSessions(calls, 1, steps)) ?? []
  if (!opened) return undefined
  const nonces = await (calls.isNonceBound ? fetchBoundNonces : fetchNonces)(calls, requests, steps)
  return nonces?.map((nonce) => ({
    ...opened,
    nonce,
    description: `sends a request with the code and nonce ${nonces.indexOf(nonce) + 1}`,
  }))
}

/** Prepares requests with the same nonce, and a code each where the request presents a code. */
const prepareForNonce =
  (hasCode: boolean): Prepare =>
  async (calls, requests, steps) => {
    const opened = await openSessions(calls, hasCode ? requests : 1, steps)
    const [nonce] = (opened && (await fetchNonces(calls, 1, steps))) ?? []
    if (!opened || nonce === undefined) return undefined
    return Array.from({ length: requests }, (_, i) => ({
      ...(opened[i % opened.length] ?? { dataset: '', code: '' }),
      nonce,
      description: hasCode ? `sends a request with code ${i + 1} and the nonce` : 'sends a request with the nonce',
    }))
  }

const runRaces = (prepare: Prepare) =>
  runExploration('refused', { values: races, run: createRace(prepare), isTimed: true })

/** Sends concurrent requests with the same code: at most one of them may be accepted. */
export const raceForCode = runRaces(prepareForCode)

/** Sends concurrent requests with the same nonce: at most one of them may be accepted. */
export const raceForNonce = async (context: ProbeContext): Promise<ProbeOutcome | undefined> =>
  runRaces(prepareForNonce(isCodePresented(context.decide)))(context)
