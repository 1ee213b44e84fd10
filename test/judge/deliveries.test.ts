import { beforeAll, describe, expect, it } from 'vitest'
import { createDecider } from '../../src/judge/decisions.ts'
import { compileJudge, createCheckContext, createJudgeInput } from '../../src/judge/judge.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { CALLBACK } from '../../suites/document/callback/requirements.ts'
import type { Endpoint } from '../../suites/document/model/endpoints.ts'
import type { ParsedMessage } from '../../suites/document/model/exchange.ts'
import { parseMessage } from '../../suites/document/model/parse-message.ts'
import { decryptionKeys } from '../../suites/document/reference/actors.ts'
import { playWhole } from '../whole-run.ts'

const rows = [CALLBACK['SAME-ID'], CALLBACK.COUNT, CALLBACK.EXACT]
const { decide } = createDecider({ profile: 'document', decisions: {} })

const judge = (messages: readonly ParsedMessage[]) =>
  Object.fromEntries(
    compileJudge(rows, checks)
      .judgeExchange(
        { messages, tested: new Set(['identity app']), uids: {} },
        createCheckContext(createJudgeInput([], { anchors: [] }), decide),
      )
      .map(({ requirement: { id }, outcome }) => [id, outcome]),
  )

describe('two responses in one session', () => {
  let calls: readonly ParsedMessage[]
  beforeAll(async () => {
    const { messages } = await playWhole()
    calls = messages.map((message) => parseMessage(message, decryptionKeys))
  })

  /** The message of a session to an endpoint, as if it were one of the session `first`. */
  const take = (session: string, endpoint: Endpoint, number: number): ParsedMessage => {
    const found = calls.find(({ message }) => message.session === session && message.endpoint === endpoint)
    if (!found) throw new TypeError(`${session} has no ${endpoint}`)
    return { ...found, message: { ...found.message, session: 'first', number } }
  }
  const responses = () => [take('first', 'validate', 1), take('second', 'validate', 2)]

  it.each([[['first', 'second']], [['second', 'first']], [['first', 'first']]])(
    'are delivered as they are, whatever their order: %j',
    (delivered) => {
      const callbacks = delivered.map((session, i) => take(session, 'walletCallback', 3 + i))

      expect(judge([...responses(), ...callbacks])).toEqual({
        'CALLBACK-SAME-ID': 'passed',
        'CALLBACK-COUNT': 'passed',
        'CALLBACK-EXACT': 'passed',
      })
    },
  )

  it('are none that was not received yet', () => {
    const [first, second] = responses() as [ParsedMessage, ParsedMessage]
    const early = take('second', 'walletCallback', 2)
    const later = { ...second, message: { ...second.message, number: 3 } }

    expect(judge([first, early, later])).toMatchObject({ 'CALLBACK-EXACT': 'failed' })
  })
})
