import { describe, expect, it } from 'vitest'
import type { Role } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { compileJudge, createCheckContext, createJudgeInput } from '../../src/judge/judge.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { checks } from '../../suites/document/flow/checks.ts'
import { requirements } from '../../suites/document/flow/requirements.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import type { Endpoint } from '../../suites/document/model/endpoints.ts'
import type { ParsedMessage } from '../../suites/document/model/exchange.ts'
import { runDriven } from './driven-faults.ts'

const answers = { profile: 'document', decisions: {} } as const

// A target that took a step in one session, and does not take it in a later one, has failed.

/** An actor that leaves out a step at some times, counted from 1. */
function skip(role: 'wallet' | 'identityApp', step: Endpoint, ...times: readonly number[]): ActorMutation {
  let count = 0
  return {
    [role]: <A extends { perform: (act: () => Promise<void>, endpoint: Endpoint) => Promise<void> }>(
      original: A,
    ): A => ({
      ...original,
      perform: async (act: () => Promise<void>, endpoint: Endpoint) => {
        if (endpoint !== step || !times.includes(++count)) await original.perform(act, endpoint)
      },
    }),
  }
}

const play = (tested: 'wallet' | 'identity-app', there: ActorMutation, decisions = {}, given: readonly string[] = []) =>
  runDriven({ profile: 'document', decisions, given, tested: [tested], there })

/** Every decision, confirmed as it is by default. */
const confirmed = Object.fromEntries(decisions.map(({ id, default: answer }) => [id, answer]))

describe('a wallet', () => {
  it('that never sends a request does not pass, and the report says why', async () => {
    const { verdict, sessions } = await play('wallet', skip('wallet', 'deeplink', 1, 2, 3))

    expect(verdict).toMatchObject({ result: 'inconclusive', exitCode: 3, claimable: false })
    expect(sessions[0]).toMatchObject({ ended: 'stopped', settings: ['patience'] })
  })

  it('that never sends a request fails, once everything that could explain it is confirmed', async () => {
    const silent = () => skip('wallet', 'deeplink', 1, 2, 3)
    const find = ({ results }: RunReport) => results.find(({ id }) => id === 'FLOW-DEEPLINK')
    const [settled, hasty, open] = [
      find(await play('wallet', silent(), confirmed, ['patience'])),
      find(await play('wallet', silent(), confirmed)),
      find(await play('wallet', silent(), {}, ['patience'])),
    ]

    expect(settled?.outcome).toBe('failed')
    expect(settled?.findings).toMatchObject([{ at: 'first: deeplink', actual: 'none, in any session' }])
    expect(hasty).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringMatching(/^would fail with patience conf/),
    })
    expect(open).toMatchObject({ outcome: 'cantTell', reason: expect.stringMatching(/^would fail with .* confirmed/) })
  })

  it('that sends no request in its last session fails', async () => {
    const { results, verdict } = await play('wallet', skip('wallet', 'deeplink', 3))

    const failed = results.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ id, findings }) => [id, findings[0]?.at])).toEqual([['FLOW-DEEPLINK', 'last: deeplink']])
    expect(verdict.exitCode).toBe(1)
  })

  it('that sends none where the offer comes as a text fails, once that was agreed', async () => {
    const readOutcome = async (decisions: Readonly<Record<string, string>>) => {
      const { results } = await play('wallet', skip('wallet', 'deeplink', 2), decisions)
      return results.find(({ id }) => id === 'FLOW-DEEPLINK')?.outcome
    }

    expect(await readOutcome({})).toBe('cantTell')
    expect(await readOutcome({ 'offer.delivery': 'either' })).toBe('failed')
  })
})

/** A message that a wallet got in a session, and the deeplink after it, if there is one. */
const listMessages = (session: string, number: number, isOpened: boolean) =>
  [
    { endpoint: 'offerPush', from: 'credential manager', to: 'wallet' } as const,
    ...(isOpened ? [{ endpoint: 'deeplink', from: 'wallet', to: 'identity app' } as const] : []),
  ].map(
    (each, i): ParsedMessage => ({
      message: {
        ...{ number: number + i, session, sentAt: 0, milliseconds: 0, ...each },
        request: { method: 'PUSH', url: 'os:offer', headers: {} },
      },
      ...{ request: [], response: [] },
    }),
  )

describe('a step that is missing', () => {
  it('accuses no target where the target said why, as where a person skipped it', () => {
    const messages = [...listMessages('first', 1, true), ...listMessages('last', 3, false)]
    const judge = (explained: readonly string[]) => {
      const exchange = { messages, tested: new Set<Role>(['wallet']), uids: {}, explained: new Set(explained) }
      const context = createCheckContext(createJudgeInput([], {}), createDecider(answers).decide)
      return compileJudge(requirements, checks).selectOne('FLOW-DEEPLINK').judgeExchange(exchange, context)[0]?.outcome
    }

    expect([judge([]), judge(['last'])]).toEqual(['failed', 'passed'])
  })
})

describe('an identity app', () => {
  it('that ignores every deeplink after the second fails', async () => {
    const { results, verdict } = await play('identity-app', skip('identityApp', 'validate', 3))

    const failed = results.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ id, findings }) => [id, findings[0]?.at])).toEqual([['FLOW-FORWARDED', 'last: validate']])
    expect(verdict.exitCode).toBe(1)
  })

  it('that ignores every deeplink fails, once everything that could explain it is confirmed', async () => {
    const silent = skip('identityApp', 'validate', 1, 2, 3)
    const { results } = await play('identity-app', silent, confirmed, ['patience'])

    const failed = results.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ id, findings }) => [id, findings[0]?.at])).toEqual([['FLOW-FORWARDED', 'first: validate']])
  })
})
