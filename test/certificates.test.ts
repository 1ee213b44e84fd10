import { describe, expect, it } from 'vitest'
import keys from '../fixtures/keys.json' with { type: 'json' }
import { deriveDirectly } from '../model/finding.ts'
import type { Role } from '../model/role.ts'
import { createBudget } from '../protocol/artefacts/budget.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { compileJudge } from '../src/judge/judge.ts'
import { checks } from '../suites/document/all/checks.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { parseMessage } from '../suites/document/model/parse-message.ts'
import { decryptionKeys } from '../suites/document/reference/actors.ts'
import { playWhole } from './whole-run.ts'

const own = compileJudge(requirements, checks).select(({ id }) => id.startsWith('CERT-'))

/** How honest certificates are judged by somebody who has these keys, where these roles are under test. */
async function outcomes(location: string, given: readonly JsonObject[], tested: readonly Role[]) {
  const answers = { 'certificates.location': location }
  const { messages: hops } = await playWhole({ decisions: answers })
  // What an actor of ours sealed is shown to us; what somebody else sealed is not.
  const passages = hops.map(({ plaintext: _, ...hop }) => parseMessage(hop, given))
  const { decide } = createDecider({ profile: 'document', decisions: answers })
  const results = own.judgeExchange(
    { messages: passages, tested: new Set(tested), uids: {} },
    { decide, derive: deriveDirectly, budget: createBudget(), keys: given },
  )
  return Object.fromEntries(results.map(({ requirement: { id }, outcome }) => [id, outcome]))
}

const everybody: readonly Role[] = ['wallet', 'identity app']
const ofIssuer = [keys.issuerSeal, keys.issuerSealEc]

describe('valid certificates', () => {
  it.each(['request', 'callback'])('pass in the %s where all of them can be opened', async (location) => {
    const all = { 'CERT-EACH': 'passed', 'CERT-KEY': 'passed', 'CERT-SEALED': 'passed' }

    expect(await outcomes(location, decryptionKeys, everybody)).toEqual(all)
  })

  it('are counted, and no more, where a wallet has a key of its own for the response', async () => {
    const counted = { 'CERT-EACH': 'passed', 'CERT-KEY': 'inapplicable', 'CERT-SEALED': 'inapplicable' }
    const unknown = { ...counted, 'CERT-EACH': 'cantTell' }

    expect(await outcomes('request', ofIssuer, everybody)).toEqual(counted)
    expect(await outcomes('callback', ofIssuer, everybody)).toEqual(unknown)
  })

  it('of a wallet are looked for in no callback of an identity app that is ours', async () => {
    const unknown = { 'CERT-EACH': 'cantTell', 'CERT-KEY': 'cantTell', 'CERT-SEALED': 'cantTell' }

    expect(await outcomes('callback', decryptionKeys, ['wallet'])).toEqual(unknown)
  })
})
