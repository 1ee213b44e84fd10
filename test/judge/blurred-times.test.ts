import { expect, it } from 'vitest'
import { createDecider } from '../../src/judge/decisions.ts'
import { compileJudge, createCheckContext, createJudgeInput } from '../../src/judge/judge.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { CRED } from '../../suites/document/credential/requirements.ts'
import { parseMessage } from '../../suites/document/model/parse-message.ts'
import { decryptionKeys } from '../../suites/document/reference/actors.ts'
import { playWhole } from '../whole-run.ts'

const hour = 3_600_000
const { decide } = createDecider({ profile: 'document', decisions: {} })

/** Judges `iat` where the requests of these sessions were sent so much later. */
async function judgeIssuedEarly(lags: Readonly<Record<string, number>>) {
  const { messages } = await playWhole()
  const moved = messages.flatMap((message) => {
    const { [message.session]: lag } = lags
    return lag === undefined ? [] : [parseMessage({ ...message, sentAt: message.sentAt + lag }, decryptionKeys)]
  })
  const exchange = { messages: moved, tested: new Set(['issuer'] as const), uids: {} }
  const context = createCheckContext(createJudgeInput([], { anchors: [] }), decide)
  return compileJudge([CRED.PUNCTUAL], checks).judgeExchange(exchange, context)[0]?.outcome
}

it.each([
  ['the same early time in two sessions is a slow clock', { first: 3 * hour, second: 3 * hour }, 'failed'],
  ['different early times are random', { first: 3 * hour, second: 7 * hour }, 'passedNonStrict'],
  ['one early time may be either', { first: 3 * hour }, 'cantTell'],
  ['one time in the future is wrong', { first: -3 * hour }, 'failed'],
  ['one time of the day before yesterday is wrong', { first: 50 * hour }, 'failed'],
])('%s', async (_, lags, outcome) => {
  expect(await judgeIssuedEarly(lags)).toBe(outcome)
})
