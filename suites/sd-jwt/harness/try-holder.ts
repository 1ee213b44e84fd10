import type { KnownFacts } from '../../../model/finding.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { concludeJournal } from '../../../src/harness/conclude-journal.ts'
import { type Journal, openJournal } from '../../../src/harness/journal.ts'
import type { Seen } from '../../../src/harness/seen.ts'
import type { TestOptions } from '../../../src/harness/test-options.ts'
import type { TestTrial } from '../../../src/harness/trials.ts'
import { readPreciseClock, readWallClock } from '../../../src/runtime/clock.ts'
import type { JudgedCase } from '../../../src/verify/cases.ts'
import { combineMutations } from '../../kit/actor-changes.ts'
import { comparePresentation } from '../holder/checks.ts'
import type { HolderMutation } from '../holder/faults.ts'
import { placeDisclosures } from '../holder/paths.ts'
import { type HolderTask, invalidTasks, unusualTasks, usualTasks } from '../holder/tasks.ts'
import { requirements, SDHOLD } from '../requirements.ts'
import { makeSample } from '../sample.ts'
import keys from '../sample-keys.json' with { type: 'json' }
import { type HolderAnswer, type HolderQuestion, openHolder } from './ask-holder.ts'
import { type HolderProfile, holderProfile, issueBy } from './holder-profile.ts'
import { createReferenceHolder } from './reference-holder.ts'

/** What `assay test holder` was asked. */
export interface TriedHolder {
  /** A command, or `module:PATH`; absent for the reference holder. */
  readonly holder?: string
  readonly hasProbes: boolean
  readonly options: TestOptions
  /** What the reference holder does otherwise. */
  readonly change?: HolderMutation
  /** By default that of RFC 9901. */
  readonly profile?: HolderProfile
}

/** Tests a holder of SD-JWTs (RFC 9901), or the reference holder. */
export async function tryHolder({
  profile = holderProfile,
  change = (steps) => steps,
  ...tried
}: TriedHolder): Promise<Seen> {
  const { holder, hasProbes, options } = tried
  const createHolder = () => createReferenceHolder(combineMutations(profile.change, change))
  const { ask, close } =
    holder === undefined ? { ask: createHolder(), close: async () => {} } : await openHolder(holder)
  const journal = openJournal(options)
  try {
    journal.recording.begin('exchange', 'the usual SD-JWT, with each selection of claims')
    const clock = (): number => options.now ?? readWallClock()
    const { issued } = profile
    const test: HolderTest = { ask: recordQuestions(ask, journal), issued, journal, clock, count: 0 }
    const rejected = await playUsual(test)
    if (rejected !== undefined && hasProbes) await tryParts(test)
    const obstacle = rejected ?? (hasProbes ? await sendProbes(test) : undefined)
    const seen = concludeJournal(journal, { rows: requirements, role: 'wallet', hasProbes }, obstacle)
    return { ...seen, cases: seen.cases.map(keepOwn) }
  } finally {
    await close()
  }
}

/** Records each question as a request of a verifier, and what the holder answered as the response. */
const recordQuestions =
  (ask: HolderTest['ask'], { recording }: Journal): HolderTest['ask'] =>
  async (question) => {
    const sentAt = readPreciseClock()
    const answer = await ask(question)
    const milliseconds = Math.max(0, readPreciseClock() - sentAt)
    const request = { method: 'POST', url: 'holder:present', headers: json, body: JSON.stringify(question) }
    const status = 'presentation' in answer ? 200 : 422
    const response = { status, headers: json, body: JSON.stringify(answer) }
    const way = { from: 'verifier', to: 'wallet', endpoint: 'presentation' } as const
    recording.add({ ...way, request, sentAt, milliseconds, ...(!('problem' in answer) && { response }) })
    return answer
  }

const json = { 'content-type': 'application/json' }

/** What Assay issued shows nothing of the holder, as long as the holder leaves it as it is. */
const keepOwn = (judged: JudgedCase): JudgedCase => ({
  ...judged,
  verdict: {
    ...judged.verdict,
    results: judged.verdict.results.filter(
      ({ requirement, outcome }) => requirement.binds === 'wallet' || outcome === 'failed' || outcome === 'cantTell',
    ),
  },
})

interface HolderTest {
  readonly ask: (question: HolderQuestion) => Promise<HolderAnswer>
  readonly issued: HolderProfile['issued']
  readonly journal: Journal
  readonly clock: () => number
  /** Questions until now: each has a nonce of its own. */
  count: number
}

/** Asks for every selection of the usual SD-JWT. Why nothing can be judged, if it cannot even present everything. */
async function playUsual(test: HolderTest): Promise<string | undefined> {
  for (const task of usualTasks) {
    const { answer } = await present(test, task)
    if ('presentation' in answer) continue
    if (task === usualTasks[0]) return `the usual SD-JWT, ${task.description}: ${describeAnswer(answer)}`
    test.journal.notes.push(`${task.description}: ${describeAnswer(answer)}`)
  }
  return undefined
}

/** Sends what is unusual and what is not valid, and at the end the usual SD-JWT again. */
async function sendProbes(test: HolderTest): Promise<string | undefined> {
  const { add, selects, recording } = test.journal
  recording.beginProbes()
  const unusual = unusualTasks.filter(({ id }) => selects({ id, row: SDHOLD.TAKES }))
  const invalid = invalidTasks.filter(({ id }) => selects({ id, row: SDHOLD.REJECTS }))
  for (const task of unusual) add(await tryUnusual(test, task))
  for (const task of invalid) {
    const { id, description, breaks } = task
    const answer = await test.ask(writeQuestion(test, task).question)
    const outcome = concludeInvalid(answer)
    const obligation = breaks.standard ?? ''
    add({ id, description, outcome, obligation, actual: describeAnswer(answer), row: SDHOLD.REJECTS })
  }
  const [control] = usualTasks
  const { answer } = control ? await present(test, control) : { answer: { problem: 'nothing was asked' } }
  return 'presentation' in answer ? undefined : `the usual SD-JWT, at the end: ${describeAnswer(answer)}`
}

async function tryUnusual(test: HolderTest, task: HolderTask): Promise<TestTrial> {
  const { id, description, acceptedBy } = task
  const { answer } = await present(test, task)
  const isObliged = acceptedBy !== undefined
  const outcome = concludeUnusual(answer, isObliged)
  const actual = describeAnswer(answer)
  return { ...{ id, description, outcome, actual, row: SDHOLD.TAKES }, ...(isObliged && { obligation: acceptedBy }) }
}

/** Gives the parts of the usual SD-JWT, one by one, where it was rejected: if some are taken, the others are the reason. */
async function tryParts(test: HolderTest): Promise<void> {
  const trials: TestTrial[] = []
  for (const task of unusualTasks.filter(({ isPart }) => isPart)) trials.push(await tryUnusual(test, task))
  if (trials.some(({ outcome }) => outcome === 'held')) for (const trial of trials) test.journal.add(trial)
}

function concludeUnusual(answer: HolderAnswer, isObliged: boolean) {
  if ('presentation' in answer) return 'held'
  if ('problem' in answer) return 'inconclusive'
  return 'rejected' in answer && isObliged ? 'failed' : 'remark'
}

function concludeInvalid(answer: HolderAnswer) {
  if ('rejected' in answer) return 'held'
  return 'presentation' in answer ? 'failed' : 'inconclusive'
}

function describeAnswer(answer: HolderAnswer): string {
  if ('presentation' in answer) return 'presented'
  if ('rejected' in answer) return `rejected: ${answer.rejected}`
  return 'unsupported' in answer ? `not supported: ${answer.unsupported}` : `it gave no answer: ${answer.problem}`
}

/** Asks for a presentation, and judges it: by itself, and beside what was issued and selected. */
async function present(test: HolderTest, task: HolderTask): Promise<{ readonly answer: HolderAnswer }> {
  const { question, facts } = writeQuestion(test, task)
  const answer = await test.ask(question)
  if ('presentation' in answer) {
    test.journal.judge(task.description, answer.presentation, 'sd-jwt', { ...facts, now: test.clock() }, 'sd-jwt')
    const compared = comparePresentation(question.sdJwt, answer.presentation, question.disclose)
    test.journal.mark(task.description, compared, answer.presentation)
  }
  return { answer }
}

const audience = 'https://verifier.example'

function writeQuestion(test: HolderTest, { id, change, disclose, isBound }: HolderTask) {
  const binding = change.binding === undefined && change.facts?.keyBinding === undefined ? null : change.binding
  const sample = makeSample(issueBy(test.issued, { ...change, ...(binding !== undefined && { binding }) }))
  const { jwks } = sample.facts
  const nonce = `nonce-${++test.count}-of-the-verifier`
  const question: HolderQuestion = {
    ...{ id, sdJwt: sample.text, jwks: jwks ?? { keys: [] }, now: test.clock() },
    disclose: disclose ?? listPointers(sample.text),
    ...(isBound && { key: keys.holder, audience, nonce }),
  }
  const facts: KnownFacts = { audience, ...(jwks && { jwks }), ...(isBound && { nonce, keyBinding: 'required' }) }
  return { question, facts }
}

/** The places of everything that can be disclosed; nothing for what cannot be read. */
function listPointers(sdJwt: string): readonly string[] {
  const placed = attempt(() => placeDisclosures(sdJwt))
  return 'value' in placed ? placed.value.map(({ pointer }) => pointer) : []
}
