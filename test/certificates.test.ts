import { describe, expect, it } from 'vitest'
import keys from '../fixtures/keys.json' with { type: 'json' }
import { openers } from '../src/assembly/company.ts'
import { answersUnder } from '../src/harness/answers.ts'
import { passageOf } from '../src/harness/exhibits.ts'
import { judgeExchange } from '../src/harness/judge.ts'
import type { Role } from '../src/model/requirement.ts'
import type { JsonObject } from '../src/protocol/json.ts'
import { exchangeChecks } from '../suites/exchange-checks.ts'
import { playWhole } from './whole-run.ts'

const own = exchangeChecks.filter(({ requirement: { id } }) => id.startsWith('CERT-'))

/** How honest certificates are judged by somebody who has these keys, where these roles are under test. */
async function outcomes(location: string, given: readonly JsonObject[], tested: readonly Role[]) {
  const answers = { 'certificates.location': location }
  const { hops } = await playWhole({ given: answers })
  // What an actor of ours sealed is shown to us; what somebody else sealed is not.
  const passages = hops.map(({ clear: _, ...hop }) => passageOf(hop, given))
  const { decide } = answersUnder({ profile: 'document', given: answers })
  const results = judgeExchange(own, { passages, tested: new Set(tested), uids: {} }, { decide, keys: given })
  return Object.fromEntries(results.map(({ requirement: { id }, outcome }) => [id, outcome]))
}

const everybody: readonly Role[] = ['wallet', 'identity app']
const ofIssuer = [keys.issuerSeal, keys.issuerSealEc]

describe('honest certificates', () => {
  it.each(['request', 'callback'])('pass in the %s where all of them can be opened', async (location) => {
    const all = { 'CERT-EACH': 'passed', 'CERT-KEY': 'passed', 'CERT-SEALED': 'passed' }

    expect(await outcomes(location, openers, everybody)).toEqual(all)
  })

  it('are counted, and no more, where a wallet has a key of its own for the response', async () => {
    const counted = { 'CERT-EACH': 'passed', 'CERT-KEY': 'cantTell', 'CERT-SEALED': 'cantTell' }
    const unknown = { ...counted, 'CERT-EACH': 'cantTell' }

    expect(await outcomes('request', ofIssuer, everybody)).toEqual(counted)
    expect(await outcomes('callback', ofIssuer, everybody)).toEqual(unknown)
  })

  it('of a wallet are looked for in no callback of an identity app that is ours', async () => {
    const unknown = { 'CERT-EACH': 'cantTell', 'CERT-KEY': 'cantTell', 'CERT-SEALED': 'cantTell' }

    expect(await outcomes('callback', openers, ['wallet'])).toEqual(unknown)
  })
})
