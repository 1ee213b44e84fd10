import { beforeAll, describe, expect, it } from 'vitest'
import type { Decision } from '../model/decision.ts'
import type { Result } from '../model/report.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { compileJudge, createJudgeInput, type JudgeInput } from '../src/judge/judge.ts'
import { checks } from '../suites/document/all/checks.ts'
import { decisions } from '../suites/document/all/decisions.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { sampleMembers } from '../suites/document/kit/family.ts'
import type { FaultSettings } from '../suites/document/model/fault.ts'
import { referenceOptions, referenceSettings, runLive } from '../suites/document/prove/live-run.ts'
import { runOffline } from '../suites/document/reference/offline-exchange.ts'
import { runAndJudge } from '../suites/document/run/run.ts'
import type { JudgedRun } from '../suites/document/run/run-report.ts'
import { artefactFaults, artefactVariants, exchangeFaults, exchangeVariants } from './catalogue.ts'

/** Answers that change nothing that can be seen, and why. A row that applies no longer fails the test. */
const inert: Readonly<Record<string, string>> = {
  'nonce.relation = all-equal': 'which of them are equal has to be the same in all sessions, whatever it is',
  'encryption.responseKeys = rsa-or-p256': 'it says which keys sessions and probes ask with, and our issuers take both',
  'request.template = refused': 'it says which probes are sent',
  'response.unasked = refused': 'who asks for no encryption is a liar, and nobody lies here',
  'jwks.cache = until-unknown': 'it says which probes are sent',
  'jwks.cache = none': 'it says which probes are sent',
  'status.transitions = any': 'no status is seen to change: the row shows nowhere',
  'errors.codes = openid4vci-1.0': 'an error is looked into where somebody lies, and nobody lies here',
  'errors.body = openid4vci-1.0': 'an error is looked into where somebody lies, and nobody lies here',
  'errors.refusal = no-success': 'it decides what an answer to a lie means, and nobody lies here',
  'limits.deeplinkSize = 999999999': 'it says how long an oversized deeplink is, and no probe is sent here',
  'limits.codeLifetime = 999999999': 'a code grows old only where somebody waits; the books of the issuer know it',
  'limits.nonceLifetime = 999999999': 'a nonce grows old only where somebody waits; the books of the issuer know it',
}

/** Another answer to a question that any text answers. */
const invented = ({ id, default: usual }: Decision): string => {
  if (/^\d+$/.test(usual)) return '999999999'
  if (id.endsWith('.method')) return 'PUT'
  if (id.endsWith('.path')) return '/tampered'
  if (id === 'endpoints.offer.url') return '{issuer_url}/tampered/{id}'
  return id === 'deeplink.uri' ? 'https://app.example/tampered' : 'tampered'
}

const othersOf = (decision: Decision): readonly string[] => {
  const answers = Object.keys(decision.answers)
  return answers.length === 0 ? [invented(decision)] : answers.filter((each) => each !== decision.default)
}

const hangOn = ({ id }: Decision) =>
  requirements.filter(({ dependsOn }) => dependsOn.some((decision) => decision.id === id))

const outcomesOf = (results: readonly Result[]): string =>
  JSON.stringify(results.map(({ requirement, outcome, findings }) => [requirement.id, outcome, findings.length]))

/** Everything that was said in a play, and what its judges say of it. */
const seenIn = ({ messages: hops, results }: JudgedRun): string =>
  JSON.stringify([hops.map(({ request, response }) => [request, response])]) + outcomesOf(results)

const play = (given: FaultSettings['decisions']): Promise<JudgedRun> =>
  runAndJudge({ ...referenceSettings, decisions: given }, referenceOptions)

const document: FaultSettings = { profile: 'document', decisions: {} }
const everyRequirement = compileJudge(requirements, checks)

interface Evidence extends FaultSettings {
  readonly dossier: JudgeInput
}

/** What honest parties and liars of all kinds leave behind, and honest parties a little earlier and later. */
function evidence(): readonly Evidence[] {
  const made = [...artefactFaults, ...artefactVariants].flatMap((deed) =>
    sampleMembers(deed, 3, 1).map(({ mutation }) => ({ ...deed, dossier: runOffline(mutation, deed) })),
  )
  const honest = runOffline({}, document)
  const shifted = [-100, 400].map((seconds) => {
    const known = { ...honest.known, now: (honest.known.now ?? 0) + seconds }
    return { ...document, dossier: createJudgeInput(honest.artefacts, known) }
  })
  return [...shifted, ...made]
}

describe('every answer', () => {
  let usual: string
  let all: readonly Evidence[]
  beforeAll(async () => {
    usual = seenIn(await play({}))
    all = evidence()
  })

  const changesPlay = async ({ id }: Decision, answer: string) => seenIn(await play({ [id]: answer })) !== usual

  /** Whether some artefact is judged otherwise. */
  function changesArtefacts(decision: Decision, answer: string): boolean {
    const own = everyRequirement.select((requirement) => hangOn(decision).includes(requirement))
    const under = ({ profile, decisions, dossier }: Evidence, value: string): string =>
      outcomesOf(
        own.judge(dossier, createDecider({ profile, decisions: { ...decisions, [decision.id]: value } }).decide),
      )
    return all.some((each) => under(each, decision.default) !== under(each, answer))
  }

  /** Whether some exchange with a liar in it is judged otherwise. */
  async function changesExchanges(decision: Decision, answer: string): Promise<boolean> {
    const liars = exchangeFaults.filter(
      ({ profile, breaks }) => profile === 'document' && hangOn(decision).includes(breaks),
    )
    const deeds = [...liars, ...exchangeVariants.filter(({ decisions }) => decision.id in decisions)]
    for (const deed of deeds) {
      for (const { mutation } of sampleMembers(deed, 3, 1)) {
        const [one, other] = [decision.default, answer].map(async (value) =>
          outcomesOf(await runLive(mutation, { ...deed, decisions: { ...deed.decisions, [decision.id]: value } })),
        )
        if ((await one) !== (await other)) return true
      }
    }
    return false
  }

  it('changes a judgement or the play, but for those that are listed', async () => {
    const idle: string[] = []
    for (const decision of decisions) {
      for (const answer of othersOf(decision)) {
        const isAlive =
          changesArtefacts(decision, answer) ||
          (await changesPlay(decision, answer)) ||
          (await changesExchanges(decision, answer))
        if (!isAlive) idle.push(`${decision.id} = ${answer}`)
      }
    }

    expect(idle.toSorted()).toEqual(Object.keys(inert).toSorted())
  })
})

describe('the list of answers that change nothing', () => {
  it('has a reason for each', () => {
    expect(Object.entries(inert).filter(([, reason]) => reason === '')).toEqual([])
  })
})

describe('the list of credentials in a response', () => {
  it('is opened under any name that was agreed on', async () => {
    const results = await runLive({}, { profile: 'document', decisions: { 'response.credentialsField': 'vouchers' } })

    const doubtful = results.filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
    expect(doubtful.map(({ requirement, outcome, reason }) => [requirement.id, outcome, reason])).toEqual([])
  })
})
