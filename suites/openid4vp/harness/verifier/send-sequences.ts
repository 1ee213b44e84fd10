import type { JsonValue } from '../../../../protocol/encoding/json.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import { markTape } from '../../../../src/harness/tape/tape.ts'
import { type ForbiddenStep, playSequences } from '../../../kit/sequences.ts'
import { VPUSE } from '../../verifier/requirements.ts'
import type { PresentedChange, Sessions, VpRequest } from './session.ts'
import { canChange, makeVpResponse } from './write-response.ts'

/** A session of a sequence: a request, and whether it may still be answered. After a wrong response that is not known. */
interface VerifierSession {
  readonly number: number
  readonly request: VpRequest
  state: 'open' | 'doubtful' | 'answered'
}

interface VerifierGoal extends ForbiddenStep<VerifierSession> {
  readonly row: (typeof VPUSE)[keyof typeof VPUSE]
  readonly description: string
  readonly obligation: string
}

/** Plays several sessions in drawn orders: what belongs to one of them is accepted in no other. */
export async function sendSequences({ wallet, open, respond }: Sessions): Promise<void> {
  const send = async (
    session: VerifierSession,
    change: PresentedChange,
    state: VerifierSession['state'],
  ): Promise<boolean | undefined> => {
    session.state = state
    const source = 'the answer to a response in a sequence of sessions'
    const end = await attemptCalls(() => respond(session.request, change, source))
    return end === undefined || end.outcome === 'unknown' ? undefined : end.outcome === 'accepted'
  }
  const usual = { needs: ['open', 'open'], control: 'respond' } as const
  const goals: readonly VerifierGoal[] = [
    {
      ...{ ...usual, row: VPUSE.NONCE, name: 'presentation', obligation: 'OpenID4VP 1.0, sections 8.6 and 14.1.2' },
      description: 'a presentation for another session that is open',
      isPossible: (one, other) =>
        isApart(one, other) &&
        one.request.parameters.nonce !== other.request.parameters.nonce &&
        canChange('other-nonce', one.request, wallet),
      describe: (one, other) => `responds in session ${one.number} with a presentation for session ${other.number}`,
      run: (one, other) => send(one, { token: makeVpResponse(other.request, wallet).token }, 'doubtful'),
    },
    {
      ...{ ...usual, row: VPUSE.STATE, name: 'state', obligation: 'OpenID4VP 1.0, section 14.3.2' },
      description: 'a response with the state of another session',
      isPossible: (one, other) => isApart(one, other) && hasOtherState(one, other),
      describe: (one, other) => `responds in session ${one.number} with the state of session ${other.number}`,
      run: (one, other) => send(one, { state: `${readState(other)}` }, 'doubtful'),
    },
  ]
  await playSequences<VerifierSession, VerifierGoal>(
    {
      open: async (number) => {
        const request = await attemptCalls(() => open({ isJudged: false }))
        return request && { number, request, state: 'open' }
      },
      steps: [
        {
          name: 'respond',
          isPossible: ({ state }) => state === 'open',
          describe: ({ number }) => `responds in session ${number}`,
          run: (session) => send(session, {}, 'answered'),
        },
      ],
      rest: markTape,
      goals: goals.filter(({ row, description }) =>
        wallet.journal.selects({ row, id: nameGoal({ row, description }) }),
      ),
    },
    ({ row, description, obligation }, end) =>
      wallet.journal.add({
        ...{ id: nameGoal({ row, description }), row, description, obligation, expected: 'refused' },
        ...end,
      }),
  )
}

const nameGoal = ({ row, description }: Pick<VerifierGoal, 'row' | 'description'>): string =>
  `${row.id}/${description.replaceAll(/\W+/g, '-')}`

/** The state of a request that is not made to the Digital Credentials API. */
const readState = ({ request: { origin, parameters } }: VerifierSession): JsonValue | undefined =>
  origin === undefined ? parameters.state : undefined

const hasOtherState = (one: VerifierSession, other: VerifierSession): boolean =>
  [one, other].every((each) => readState(each) !== undefined) && readState(one) !== readState(other)

/** Whether two sessions are open, and a verifier can tell which of them a response is for. */
const isApart = (one: VerifierSession, other: VerifierSession): boolean =>
  one !== other &&
  [one, other].every(({ state }) => state === 'open') &&
  (one.request.address !== other.request.address || readState(one) !== readState(other))
