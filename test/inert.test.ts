import { beforeAll, describe, expect, it } from 'vitest'
import { playLive, quiet, rehearsed } from '../src/assembly/live.ts'
import { membersOf } from '../src/assembly/members.ts'
import { type Played, playAndJudge } from '../src/assembly/run.ts'
import { stage } from '../src/cli/stage.ts'
import { answersUnder } from '../src/harness/answers.ts'
import { articlesOf, type Dossier, judge } from '../src/harness/judge.ts'
import type { Decision } from '../src/model/decision.ts'
import type { Setting } from '../src/model/fault.ts'
import type { Result } from '../src/model/report.ts'
import { checks } from '../suites/checks.ts'
import { exchangeFaults } from '../suites/exchange-faults.ts'
import { exchangeVariants } from '../suites/exchange-variants.ts'
import { faults } from '../suites/faults.ts'
import { decisions, requirements } from '../suites/registry.ts'
import { variants } from '../suites/variants.ts'

/** Answers that change nothing that can be seen, and why. A row that applies no longer fails the test. */
const inert: Readonly<Record<string, string>> = {
  'mdoc.profile = iso-18013-5': 'no mDOC is read here, and no requirement on one can be seen',
  'offer.txnCode = tx-code': 'the code is checked by nobody: the row has no check',
  'flow.haip = report': 'the profile is claimed by nobody',
  'offer.envelope = bare': 'the envelope is between the app and the operating system, and no message shows it',
  'offer.issuer = endpoint': 'an issuer lives at one address, which is its identifier and the base of its endpoints',
  'issuer.relation = equal':
    'offer and credential are both held against the configured address, so that they are equal anyway',
  'proof.jwt.field = tampered': 'a proof of another type is looked at by nobody',
  'proof.cose.field = tampered': 'a proof of another type is looked at by nobody',
  'proof.sdJwt.field = tampered': 'a proof of another type is looked at by nobody',
  'nonce.relation = all-equal': 'which of them are equal has to be the same in all sessions, whatever it is',
  'response.unasked = refused': 'who asks for no encryption is a liar, and nobody lies here',
  'bodies.encrypted = body': 'an encrypted message as the body itself is not read: the row has no check',
  'claims.boolean = text': 'both spellings are understood under either answer; which one it is shows in the digest',
  'issuer.keyDiscovery = jwt-vc-issuer': 'keys are looked up at the key set alone, whatever else an issuer offers',
  'issuer.keyDiscovery = x5c': 'keys are looked up at the key set alone, whatever else an issuer offers',
  'status.transitions = any': 'no status is seen to change: the row shows nowhere',
  'events = openid4vci-1.0': 'nobody is told of events: the row has no check',
  'errors.codes = openid4vci-1.0': 'an error is looked into where somebody lies, and nobody lies here',
  'errors.body = openid4vci-1.0': 'an error is looked into where somebody lies, and nobody lies here',
  'errors.refusal = no-success': 'it decides what an answer to a lie means, and nobody lies here',
  'limits.rate = tampered': 'the pace is a setting of a target',
  'limits.size = 999999999': 'no limit is tried out',
  'limits.deeplinkSize = 999999999': 'no limit is tried out',
  'limits.timeouts = 999999999': 'the patience is a setting of a target',
  'limits.codeLifetime = 999999999': 'a code grows old only where somebody waits; the books of the issuer know it',
  'limits.nonceLifetime = 999999999': 'a nonce grows old only where somebody waits; the books of the issuer know it',
  'version.identifier = tampered': 'no message says a version',
  'version.compatibility = tampered': 'no message says a version',
  'presentation.keyBinding = kb-jwt': 'how a holder proves a key is said nowhere: the rows have no check',
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
  const answers = Object.keys(decision.variants)
  return answers.length === 0 ? [invented(decision)] : answers.filter((each) => each !== decision.default)
}

const hangOn = ({ id }: Decision) =>
  requirements.filter(({ hangsOn }) => hangsOn.some((decision) => decision.id === id))

const outcomesOf = (results: readonly Result[]): string =>
  JSON.stringify(results.map(({ requirement, outcome, findings }) => [requirement.id, outcome, findings.length]))

/** Everything that was said in a play, and what its judges say of it. */
const seenIn = ({ hops, results }: Played): string =>
  JSON.stringify([hops.map(({ asked, replied }) => [asked, replied])]) + outcomesOf(results)

const play = (given: Setting['given']): Promise<Played> => playAndJudge({ ...rehearsed, given }, quiet)

const document: Setting = { under: 'document', given: {} }
const articles = articlesOf(requirements, checks)

interface Evidence extends Setting {
  readonly dossier: Dossier
}

/** What honest parties and liars of all kinds leave behind, and honest parties a little earlier and later. */
function evidence(): readonly Evidence[] {
  const made = [...faults, ...variants].flatMap((deed) =>
    membersOf(deed, 3, 1).map(({ deviation }) => ({ ...deed, dossier: stage(deviation, deed) })),
  )
  const honest = stage({}, document)
  const shifted = [-100, 400].map((seconds) => {
    const known = { ...honest.known, now: (honest.known.now ?? 0) + seconds }
    return { ...document, dossier: { ...honest, known } }
  })
  return [...shifted, ...made]
}

describe('every answer', () => {
  let usual: string
  let all: readonly Evidence[]
  beforeAll(async () => {
    usual = seenIn(await play({}))
    all = evidence()
  }, 60_000)

  const changesPlay = async ({ id }: Decision, answer: string) => seenIn(await play({ [id]: answer })) !== usual

  /** Whether some artefact is judged otherwise. */
  function changesArtefacts(decision: Decision, answer: string): boolean {
    const own = articles.filter(({ requirement }) => hangOn(decision).includes(requirement))
    const under = ({ under: profile, given, dossier }: Evidence, value: string): string =>
      outcomesOf(judge(own, dossier, answersUnder({ profile, given: { ...given, [decision.id]: value } }).decide))
    return all.some((each) => under(each, decision.default) !== under(each, answer))
  }

  /** Whether some exchange with a liar in it is judged otherwise. */
  async function changesExchanges(decision: Decision, answer: string): Promise<boolean> {
    const liars = exchangeFaults.filter(
      ({ under, breaks }) => under === 'document' && hangOn(decision).includes(breaks),
    )
    const deeds = [...liars, ...exchangeVariants.filter(({ given }) => decision.id in given)]
    for (const deed of deeds) {
      for (const { deviation } of membersOf(deed, 3, 1)) {
        const [one, other] = [decision.default, answer].map(async (value) =>
          outcomesOf(await playLive(deviation, { ...deed, given: { ...deed.given, [decision.id]: value } })),
        )
        if ((await one) !== (await other)) return true
      }
    }
    return false
  }

  it('changes a judgement or the play, but for those that are listed', { timeout: 180_000 }, async () => {
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
    const results = await playLive({}, { under: 'document', given: { 'response.credentialsField': 'vouchers' } })

    const doubtful = results.filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
    expect(doubtful.map(({ requirement, outcome, reason }) => [requirement.id, outcome, reason])).toEqual([])
  })
})
