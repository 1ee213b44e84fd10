import { describe, expect, it } from 'vitest'
import { answerDecision } from '../../model/decision.ts'
import { findDecidingReason } from '../../model/gate.ts'
import type { Result } from '../../model/report.ts'
import { isSuspended, suspendAssumed } from '../../src/judge/assumption.ts'
import { addArtefactCounterfactuals, listAnswers } from '../../src/judge/counterfactual.ts'
import { createDecider, type TakenDecision } from '../../src/judge/decisions.ts'
import { compileJudge } from '../../src/judge/judge.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { sampleMembers } from '../../suites/document/kit/family.ts'
import type { Fault } from '../../suites/document/model/fault.ts'
import { runLive } from '../../suites/document/prove/live-run.ts'
import { runOffline } from '../../suites/document/reference/offline-exchange.ts'
import { artefactFaults, exchangeFaults } from '../catalogue.ts'

// Every fault against every other answer to an open question: a default of ours fails no requirement that another answer
// lets pass, or makes not apply.

const judge = compileJudge(requirements, checks)

/** The decisions of a requirement that are at our default. */
const listAssumed = ({ requirement }: Result, { profile, decisions }: Fault): readonly TakenDecision[] =>
  requirement.dependsOn
    .map((decision) => ({ decision, ...answerDecision(decision, profile, decisions) }))
    .filter(({ source }) => source === 'default')

const isDeciding = ({ requirement }: Result, { decisions }: Fault): boolean =>
  findDecidingReason(requirement, {
    gate: 'go-live',
    strict: false,
    answered: new Map(Object.entries(decisions)),
  }) !== undefined

/** What failed and decides, as a run reports it. */
const listReported = (results: readonly Result[], fault: Fault): readonly Result[] =>
  results
    .filter((result) => result.outcome === 'failed' && isDeciding(result, fault))
    .map((result) => suspendAssumed(result, listAssumed(result, fault)))

const hasGap = ({ breaks, alsoBreaks }: Fault): boolean =>
  [breaks, ...alsoBreaks].some(({ dependsOn }) => dependsOn.some(({ arises }) => arises.includes('gap')))

const mutationOf = (fault: Fault) => sampleMembers(fault, 1, 1)[0]?.mutation ?? {}

/** Each requirement with an answer under which it does not apply, and how it was reported. */
function* listLapses(fault: Fault): Generator<readonly [pair: string, outcome: 'suspended' | 'failed' | 'passes']> {
  const settings = { profile: fault.profile, decisions: fault.decisions }
  const input = runOffline(mutationOf(fault), fault)
  const results = addArtefactCounterfactuals(judge.judge(input, createDecider(settings).decide), judge, input, settings)
  for (const result of listReported(results, fault)) {
    const { id } = result.requirement
    for (const { decision, value } of listAssumed(result, fault))
      for (const answer of listAnswers(decision, value)) {
        const decisions = { ...settings.decisions, [decision.id]: answer }
        const again = judge.selectOne(id).judge(input, createDecider({ ...settings, decisions }).decide)[0]?.outcome
        const pair = `${id} | ${decision.id} = ${answer}`
        if (again === 'passed' && !isSuspended(result)) yield [pair, 'passes']
        if (again === 'inapplicable') yield [pair, isSuspended(result) ? 'suspended' : 'failed']
      }
  }
}

describe('a fault in an artefact', () => {
  const pairs = artefactFaults.filter(hasGap).flatMap((fault) => [...listLapses(fault)])
  const list = (outcome: string) =>
    [...new Set(pairs.filter((pair) => pair[1] === outcome).map(([pair]) => pair))].sort()

  it('accuses no target by a default with which it passes', () => {
    expect(list('passes')).toEqual([])
  })

  it('accuses no target by a default without which its requirement does not apply', () => {
    expect(list('suspended')).toEqual([
      'ENC-SIGNED | response.nesting = credential-only',
      'META-ENCRYPTION | encryption.requestKeySource = config',
      'META-ENCRYPTION | encryption.requestKeySource = offline',
      'META-TEMPLATES | metadata.profile = none',
      'RESP-ID | response.idField = none',
      'STATUS-ALG | status.body = any',
      'STATUS-COMPACT | status.body = any',
      'STATUS-CRIT | status.body = any',
      'STATUS-CURRENT | status.body = any',
      'STATUS-ID | id.relation = none',
      'STATUS-ISSUER | status.body = any',
      'STATUS-SUBJECT | status.body = any',
      'STATUS-TIMES | status.body = any',
    ])
  })

  it('accuses it where the other answer only moves the failure to another requirement', () => {
    expect(list('failed')).toEqual(['SD-RECUT | sd.digest = disclosure'])
  })
})

describe('a fault in an exchange', () => {
  it('accuses no target by a default without which its requirement does not apply', async () => {
    const pairs = new Set<string>()
    for (const fault of exchangeFaults.filter(hasGap))
      for (const result of listReported(await runLive(mutationOf(fault), fault), fault).filter(isSuspended))
        for (const { decision } of listAssumed(result, fault))
          for (const answer of result.inapplicableUnder ?? [])
            if (answer.startsWith(`${decision.id} = `)) pairs.add(`${result.requirement.id} | ${answer}`)

    expect([...pairs].sort()).toEqual([
      'CALLBACK-SAME-ID | response.idField = none',
      'FLOW-SAME-CODE | nonce.relation = all-separate',
      'META-KEY-USED | encryption.requestKeySource = config',
      'META-KEY-USED | encryption.requestKeySource = offline',
      'OFFER-DEFINED | metadata.profile = none',
      'OFFER-DEFINED | offer.delivery = value',
      'OFFER-PUSHED-DEFINED | metadata.profile = none',
      'OFFER-SAME-CODE | nonce.relation = all-separate',
      'OFFER-SAME-CODE | offer.delivery = value',
      'RESP-SAME-ID | response.idField = none',
      'STATUS-CURRENT | status.body = any',
      'STATUS-PUNCTUAL | status.body = any',
    ])
  })
})
