import { beforeAll, describe, expect, it } from 'vitest'
import type { Check } from '../model/check.ts'
import { profiles } from '../model/decision.ts'
import { roles } from '../model/role.ts'
import { createTerminalReporter } from '../reporters/terminal.ts'
import { plainPaint } from '../reporters/text/paint.ts'
import { conclude } from '../src/judge/conclusion.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { compileJudge } from '../src/judge/judge.ts'
import { checks } from '../suites/document/all/checks.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { tampers } from '../suites/document/all/tampers.ts'
import { createMessageParser } from '../suites/document/model/parse-message.ts'
import { decryptionKeys } from '../suites/document/reference/actors.ts'
import { assessRun } from '../suites/document/run/judging/assess.ts'
import type { CompletedRun } from '../suites/document/run/run.ts'
import { collectKnownFacts, listTrusted } from '../suites/document/run/sessions/known-facts.ts'
import { playWhole, settings } from './whole-run.ts'

/** What passes and cannot be made to fail under the answers of a preset, and why. */
const beyondProof: Readonly<Record<string, string>> = {
  'ATT-LEVEL': 'where a key in software is good enough, no description of a key is bad',
  'CNF-HOLDER': 'where the key may be that of the identity app, one that nobody attested cannot be told from it',
  'SD-TERMINATED': 'where the last `~` may be missing, its lack is a remark and no failure',
  'PROOF-OWN': 'where proofs stand under their type, none of them has a member that could be another',
}

/** What has no tamper at all. */
const withoutTamper = (): readonly string[] => {
  const tampered = new Set(tampers.map(({ breaks }) => breaks.id))
  const judged = checks.map(({ requirement: { id } }) => id)
  return [...new Set(judged)].filter((id) => !tampered.has(id))
}

describe.each(profiles)('a whole run under %s', (profile) => {
  let ran: CompletedRun
  beforeAll(async () => {
    ran = await playWhole({ profile })
  })

  it('catches every tampered copy', () => {
    const missed = ran.report.results.filter(({ tampering }) => tampering && tampering.caught !== tampering.tried)

    expect(missed.map(({ id, reason }) => [id, reason])).toEqual([])
  })

  it('puts every pass to the test, but for those that nothing can fail', () => {
    const untried = ran.report.results
      .filter(({ outcome, tampering }) => outcome === 'passed' && !tampering)
      .map(({ id }) => id)

    expect(untried.filter((id) => !(id in beyondProof))).toEqual([])
  })

  it('proves nothing but passes', () => {
    const proven = ran.report.results.filter(({ tampering }) => tampering).map(({ outcome }) => outcome)

    expect([...new Set(proven)]).toEqual(['passed'])
  })
})

describe('the tampers', () => {
  it('are there for every requirement that is judged', () => {
    expect(withoutTamper()).toEqual([])
  })
})

describe('a check that cannot fail', () => {
  const deaf = 'CRED-SIGNED'
  const deafAcross = 'NONCE-UNCACHED'

  /** The same messages, judged by other checks. */
  async function judgedBy(others: readonly Check[]) {
    const { messages: hops } = await playWhole()
    const law = {
      judge: compileJudge(requirements, others),
      settings: { profile: 'document', decisions: {} } as const,
      decide: createDecider({ profile: 'document', decisions: {} }).decide,
      tampers,
    }
    const { issuer, 'status-service': statusBase } = settings.addresses
    return assessRun(law, {
      messages: hops.map(createMessageParser(decryptionKeys)),
      tested: new Set(roles),
      collectFacts: (passages) =>
        collectKnownFacts(passages, { now: settings.now, issuer, statusBase, ...listTrusted(() => false) }, law.decide),
      uids: { first: '000000000019', second: '000000041008', last: '000000000019' },
      missing: '',
    })
  }

  // biome-ignore lint/correctness/useYield: it finds nothing, which is the point.
  const silent = function* () {
    return undefined
  }

  it('loses its pass, and is called a defect', async () => {
    const mute = checks.map((each) => (each.requirement.id === deaf ? { ...each, inspect: silent } : each))

    const results = await judgedBy(mute)

    const lost = results.filter(({ outcome }) => outcome === 'harnessError')
    expect(lost.map(({ requirement, tampering }) => [requirement.id, tampering])).toEqual([
      [deaf, { tried: 1, caught: 0 }],
    ])
    expect(conclude(results)).toBe('harnessError')
  })

  it('loses its pass where it looks at a whole exchange, too', async () => {
    const mute = checks.map((each) => (each.requirement.id === deafAcross ? { ...each, inspect: silent } : each))

    const results = await judgedBy(mute)

    const lost = results.filter(({ outcome }) => outcome === 'harnessError')
    expect(lost.map(({ requirement }) => requirement.id)).toEqual([deafAcross])
  })
})

describe('the console', () => {
  it('says in one line how many copies were caught', async () => {
    const { report } = await playWhole()

    const lines = [...createTerminalReporter(plainPaint).render(report)].filter((line) => line.startsWith('tampering'))

    expect(lines).toEqual([expect.stringMatching(/^tampering {2}(\d+) of \1 tampered copies were detected$/)])
  })
})
