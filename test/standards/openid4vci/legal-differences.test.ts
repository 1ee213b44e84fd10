import { expect, test } from 'vitest'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { WalletSession } from '../../../suites/openid4vci/actors/wallet-session.ts'
import { checkWhole } from '../../../suites/openid4vci/session-checks.ts'
import { checkManner } from '../../../suites/openid4vci/wallet/manner-checks.ts'

/** A call whose request and response have JSON. */
const call = (
  endpoint: 'credential' | 'deferred',
  seconds: number,
  sent: JsonObject,
  status: number,
  got: JsonObject,
) => ({
  endpoint,
  at: seconds * 1000,
  request: { method: 'POST', url: `https://issuer.example/${endpoint}`, headers: {}, body: JSON.stringify(sent) },
  response: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(got) },
})

const listProblems = (calls: WalletSession['calls']): readonly string[] =>
  [
    ...checkManner({
      ...{
        issuer: 'https://issuer.example',
        offer: {},
        isByReference: false,
        start: 0,
        metadata: {},
        server: {},
        calls,
      },
      read: ({ request }) => JSON.parse(request.body ?? ''),
    }),
  ].flatMap(({ row, problem }) => (problem ? [row.id] : []))

const a = { credential_configuration_id: 'a' }
const b = { credential_configuration_id: 'b' }

test('a wallet that waits for two credentials at once waits for each', () => {
  const calls = [
    call('credential', 0, a, 202, { transaction_id: '1', interval: 5 }),
    call('credential', 4, b, 202, { transaction_id: '2', interval: 5 }),
    call('deferred', 5, { transaction_id: '1' }, 200, {}),
  ]
  expect(listProblems(calls)).toEqual([])
  expect(listProblems([...calls, call('deferred', 6, { transaction_id: '2' }, 200, {})])).toEqual([
    'VCIWALLET-INTERVAL',
  ])
})

test('after the denial of one credential another is requested', () => {
  const denied = call('credential', 0, a, 400, { error: 'credential_request_denied' })
  expect(listProblems([denied, call('credential', 1, b, 200, {})])).toEqual([])
  expect(listProblems([denied, call('credential', 1, a, 200, {})])).toEqual(['VCIWALLET-DENIED'])
})

test('the signed form that a draft has in the metadata is not in itself', () => {
  expect(
    checkWhole({ credential_issuer: 'a', signed_metadata: 'a.b.c' }, { credential_issuer: 'a' }).problem,
  ).toBeUndefined()
})
