import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../model/role.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { compileJudge } from '../../src/judge/judge.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { tampers } from '../../suites/document/all/tampers.ts'
import { drop, put } from '../../suites/document/kit/edits.ts'
import { mutate } from '../../suites/document/kit/message-mutations.ts'
import { changeResponse, combineMutations } from '../../suites/document/kit/mutations.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { createMessageParser } from '../../suites/document/model/parse-message.ts'
import { anchors, decryptionKeys } from '../../suites/document/reference/actors.ts'
import { assessRun } from '../../suites/document/run/judging/assess.ts'
import { run } from '../../suites/document/run/run.ts'
import { collectKnownFacts } from '../../suites/document/run/sessions/known-facts.ts'
import { quiet } from '../e2e/playing.ts'
import { settings } from '../whole-run.ts'

// What a target does may be anything: it is never a defect of ours.

/** What it is like where some roles are under test, and the rest is ours. */
interface Oddity {
  readonly mutation: ActorMutation
  readonly tested: readonly Role[]
  readonly decisions?: Readonly<Record<string, string>>
}

async function judge({ mutation, tested, decisions = {} }: Oddity) {
  const { issuer, 'status-service': statusBase } = settings.addresses
  const chosen = { profile: 'document', decisions } as const
  const { messages } = await run({ ...settings, ...chosen }, { ...quiet, routes: {}, mutation, tampers: [] })
  const results = assessRun(
    { judge: compileJudge(requirements, checks), settings: chosen, decide: createDecider(chosen).decide, tampers },
    {
      messages: messages.map(createMessageParser(decryptionKeys)),
      tested: new Set(tested),
      collectFacts: (own) =>
        collectKnownFacts(own, { now: settings.now, issuer, statusBase, anchors }, createDecider(chosen).decide),
      uids: {},
      missing: '',
    },
  )
  return (outcome: string) => results.filter((each) => each.outcome === outcome).map(({ requirement: { id } }) => id)
}

const staleNonces = combineMutations(
  mutate.configResponse(put('/nonce', 'the-same-nonce-in-each-session')),
  changeResponse('issuer', 'validate', () => ({ status: 403, headers: {}, body: '' })),
)

/** An offer without its issuer: the wallet stops where the offer travels by value. */
const withoutIssuer = mutate.offer(drop('/credential_issuer'))

const oddities: Readonly<Record<string, Oddity>> = {
  'an issuer whose nonces are stale': { mutation: staleNonces, tested: ['issuer'] },
  'a wallet that sends a request in one session only': { mutation: withoutIssuer, tested: ['wallet'] },
  'a status service with a second word': {
    mutation: mutate.statusPayload(put('/earlier', 'suspended')),
    tested: ['status service'],
    decisions: { 'status.body': 'any' },
  },
  'a status service whose responses have expired': {
    mutation: mutate.statusPayload(put('/exp', 1_600_000_000)),
    tested: ['status service'],
    decisions: { 'status.body': 'any' },
  },
}

/** Words of a status at other places than that of the status, and a place that is no plain name, where all actors are ours. */
const bodies: Readonly<Record<string, Omit<Oddity, 'tested'>>> = {
  'a second word beside it': {
    mutation: mutate.statusPayload(put('/earlier', 'suspended')),
    decisions: { 'status.body': 'any' },
  },
  'more words, at any depth and in any case': {
    mutation: mutate.statusPayload(put('/history', [{ at: 1, was: ['REVOKED', 'active'] }, 'Suspended'])),
    decisions: { 'status.body': 'any', 'status.compare': 'any-case' },
  },
  'a list and a word': {
    mutation: mutate.statusPayload(put('/earlier', 'suspended')),
    decisions: { 'status.body': 'any', 'status.form': 'object' },
  },
  'a name with a slash': { mutation: {}, decisions: { 'status.member': 'state/now' } },
  'an id in another member': { mutation: {}, decisions: { 'status.idMember': 'credential/id' } },
  'an id at a pointer, in any form': {
    mutation: {},
    decisions: { 'status.body': 'any', 'status.idMember': '/of~1it/0/~0id' },
  },
  'a pointer with escapes': { mutation: {}, decisions: { 'status.member': '/of~1it/0/~0now' } },
}

describe('a status response', () => {
  it.each(Object.entries(bodies))('is proven on a copy that has no status: %s', async (_, body) => {
    const list = await judge({ ...body, tested: roles })

    expect(list('harnessError')).toEqual([])
    expect(list('passed')).toContain('STATUS-VALUE')
  })

  const another = mutate.statusPayload(put('/credential_id', '7b1e5a3c-90d4-4c8e-8f21-6a5b4c3d2e1f'))
  const tested: Oddity['tested'] = ['status service']
  it.each<[string, Omit<Oddity, 'tested'>, string]>([
    [
      'fails with the id of another credential',
      { mutation: another, decisions: { 'status.idMember': 'credential_id' } },
      'failed',
    ],
    [
      'fails with it in any form',
      { mutation: another, decisions: { 'status.body': 'any', 'status.idMember': 'credential_id' } },
      'failed',
    ],
    [
      'is not compared where no member is decided',
      { mutation: mutate.statusPayload(put('/id', 'of-the-response')), decisions: { 'status.body': 'any' } },
      'inapplicable',
    ],
    [
      'passes with the right one',
      { mutation: {}, decisions: { 'status.body': 'any', 'status.idMember': 'credential_id' } },
      'passed',
    ],
  ])('%s', async (_, oddity, outcome) => {
    const list = await judge({ ...oddity, tested })

    expect(list('harnessError')).toEqual([])
    expect(list(outcome)).toContain('STATUS-SUBJECT')
  })
})

describe('a nonce response', () => {
  it.each(['challenge', 'state/now', '/data/challenge'])(
    'may have the nonce in the member %s, as agreed',
    async (name) => {
      const list = await judge({ mutation: {}, decisions: { 'nonce.responseField': name }, tested: roles })

      expect(list('harnessError')).toEqual([])
      expect(list('failed')).toEqual([])
      expect(list('passed')).toEqual(expect.arrayContaining(['NONCE-ANSWER', 'NONCE-ATTESTED', 'NONCE-GUESSLESS']))
    },
  )
})

describe('a credential response', () => {
  it.each(['issued/all', '~issued~1'])('is proven on a copy without credentials in the member %s', async (name) => {
    const list = await judge({ mutation: {}, decisions: { 'response.credentialsField': name }, tested: roles })

    expect(list('harnessError')).toEqual([])
    expect(list('passed')).toContain('RESP-CREDENTIALS')
  })
})

describe('what a target does', () => {
  it.each(Object.keys(oddities))('is no defect of ours: %s', async (name) => {
    const list = await judge(oddities[name] as Oddity)

    expect(list('harnessError')).toEqual([])
  })

  it.each(['status', 'jwks'] as const)(
    'accuses no verifier where another target refuses a %s request',
    async (endpoint) => {
      let count = 0
      const refuse = changeResponse(endpoint === 'status' ? 'statusService' : 'issuer', endpoint, (response) =>
        ++count === 2 ? { status: 400, headers: {}, body: '' } : response,
      )

      const list = await judge({ mutation: refuse, tested: roles })

      expect(list('failed')).toEqual([])
      expect(list('harnessError')).toEqual([])
    },
  )

  it('leaves a row undecided that no change of it can break', async () => {
    const list = await judge(oddities['an issuer whose nonces are stale'] as Oddity)

    expect(list('passed')).not.toContain('CFG-FRESH')
  })

  it('leaves a row undecided that compares sessions, where one of them went to its end', async () => {
    const list = await judge(oddities['a wallet that sends a request in one session only'] as Oddity)

    expect(list('cantTell')).toContain('NONCE-NEW')
  })
})
