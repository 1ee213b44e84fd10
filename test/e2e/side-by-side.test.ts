import { expect, it } from 'vitest'
import { isObject } from '../../protocol/encoding/json.ts'
import { once } from '../../protocol/encoding/once.ts'
import { adaptiveConcurrency, type Concurrency } from '../../src/wire/client/tempo.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import type { SessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { type Evasion, playIssuer, playVerifier } from './evading.ts'

// Probes are sent side by side, and come out as they do one by one.
// Two seeds are played here; `ASSAY_SEEDS=20` plays as many.

const seeds = Array.from({ length: Number(process.env.ASSAY_SEEDS ?? 2) }, (_, i) => i + 1)

const atMost = (most: number): Concurrency => ({ most, isAdaptive: false })

/** A run with every tenth fault, with those in response keys, and with every stateful probe. */
async function play(evasion: Evasion, concurrency: Concurrency, seed = 1) {
  const messages: Message[] = []
  const send = (store: SessionStore) => {
    const { faults, ...rest } = createProbeCatalogue(store, { members: 1, seed, concurrency })
    return sendProbes(store, {
      ...rest,
      faults: faults.filter(({ breaks }, i) => i % 10 === seed % 10 || breaks.id === 'CRE-STRONG'),
    })
  }
  const record = ({ message }: { readonly message: Message }) => void messages.push(message)
  const { report } = await playIssuer(evasion, { sendProbes: send, record, settings: { seed: String(seed) } })
  const outcomes = report.results.map(({ id, outcome }) => `${id} ${outcome}`)
  const probes = report.probes.map(({ id, receiver, description, answer, wrong = '' }) =>
    [id, receiver, description, answer, wrong].join(' '),
  )
  return { came: { outcomes, probes }, report, messages }
}

/** An issuer that does not look at some requirements. */
const overlook = (...ids: readonly string[]): ActorMutation => ({
  issuer: (original) => ({
    ...original,
    findRefusals: (message) => original.findRefusals(message).filter((id) => !ids.includes(String(id))),
  }),
})

const issuers: Readonly<Record<string, () => Evasion>> = {
  'makes no mistake': () => ({}),
  'takes a nonce twice': () => ({ mutation: overlook('NONCE-ONCE') }),
  'looks at no signature': () => ({ mutation: overlook('ATT-SIGNED', 'ATT-POINT') }),
}

/** How the probes of each issuer come out with the first seed, sixteen at a time. */
const sixteen = new Map(
  Object.entries(issuers).map(([name, make]) => [name, once(() => play(make(), atMost(16)))] as const),
)
const playSixteen = (name: string, seed: number) =>
  (seed === 1 ? sixteen.get(name)?.() : undefined) ?? play(issuers[name]?.() ?? {}, atMost(16), seed)

/** How the probes of an issuer that makes no mistake come out: one by one, or sixteen at a time. */
const honest = {
  alone: once(() => play({}, atMost(1))),
  together: () => playSixteen('makes no mistake', 1),
}

const cases = Object.entries(issuers).flatMap(([name, make]) => seeds.map((seed) => [name, seed, make] as const))

it.each(cases)(
  'come out alike, one by one and sixteen at a time, for an issuer that %s, with seed %i',
  async (name, seed, make) => {
    const isHonest = name === 'makes no mistake' && seed === 1
    const alone = await (isHonest ? honest.alone() : play(make(), atMost(1), seed))
    const together = await playSixteen(name, seed)

    expect(together.came).toEqual(alone.came)
    expect(alone.report.verdict.result === 'conformant').toBe(name === 'makes no mistake')
    expect(together.report.notes).toEqual([expect.stringMatching(/^up to \d+ probes were sent at a time$/)])
    expect(alone.report.notes).toBeUndefined()
  },
)

it('of issuers that are tested at once come out as those of each by itself', async () => {
  const names = ['makes no mistake', 'takes a nonce twice']
  const apart: unknown[] = []
  for (const name of names) apart.push((await playSixteen(name, 1)).came)
  const atOnce = await Promise.all(names.map((name) => play(issuers[name]?.() ?? {}, atMost(16))))

  expect(atOnce.map(({ came }) => came)).toEqual(apart)
})

/** The sessions of probes in the order of the record, each with what was called in it. */
const listSessions = (messages: readonly Message[]): readonly string[] => {
  const probes = messages.filter(({ session }) => /^probe-\d+(-\d+)?$/.test(session))
  const starts = probes.filter(({ session }, i) => session !== probes[i - 1]?.session)
  return starts.map(({ session }) => {
    const own = probes.filter((each) => each.session === session)
    return [session, ...own.map(({ endpoint }) => endpoint)].join(' ')
  })
}

const readNumbers = (session: string): readonly number[] => (session.match(/\d+/g) ?? []).map(Number)

/** What was called in each session. A control that several probes need is in the session of the one that asks first. */
const listCalls = (sessions: readonly string[]): readonly string[] =>
  sessions.map((each) => each.replace(/^\S+ /, '')).toSorted()

it('have the same sessions in the record, each whole and in order', async () => {
  const alone = listSessions((await honest.alone()).messages)
  const together = listSessions((await honest.together()).messages)
  const names = together.map((each) => each.split(' ', 1)[0] ?? '')
  const ordered = names.toSorted((a, b) => {
    const [[groupA = 0, numberA = 0], [groupB = 0, numberB = 0]] = [readNumbers(a), readNumbers(b)]
    return groupA - groupB || numberA - numberB
  })

  expect(listCalls(together)).toEqual(listCalls(alone))
  expect(names).toEqual(ordered)
  expect(new Set(together).size).toBe(together.length)
})

it('are sent one at a time to a verifier that looks keys up at one address for all sessions', async () => {
  const verify = async (concurrency: Concurrency) => {
    const send = (store: SessionStore) => {
      const { faults, ...rest } = createProbeCatalogue(store, { members: 1, seed: 1, concurrency })
      return sendProbes(store, { ...rest, faults: faults.filter(({ breaks }) => /^(JWKS|CRED)-/.test(breaks.id)) })
    }
    const { report } = await playVerifier({}, { sendProbes: send })
    return { notes: report.notes, probes: report.probes.map(({ id, answer }) => `${id} ${answer}`) }
  }
  const [together, alone] = [await verify(atMost(16)), await verify(atMost(1))]

  expect(together.probes).toEqual(alone.probes)
  expect(together.notes).toEqual(['probes were sent one at a time: a target calls one address for all sessions'])
})

/** A server that takes so many requests at a time and answers the others with a status. */
function limitTo(most: number, status: number) {
  let active = 0
  let peak = 0
  const pass: NonNullable<Evasion['pass']> = async (request, onward) => {
    if (active >= most) return new Response(null, { status })
    peak = Math.max(peak, ++active)
    return onward(request).finally(() => active--)
  }
  return { pass, findPeak: () => peak }
}

it.each([429, 503])(
  'are as many as the issuer takes at a time: it answers more with status %i, and passes',
  async (status) => {
    const { pass, findPeak } = limitTo(4, status)
    const alone = await honest.alone()
    const together = await play({ pass }, adaptiveConcurrency)

    expect(together.came.outcomes).toEqual(alone.came.outcomes)
    expect(together.report.notes).toEqual([expect.stringContaining(`slowed down after status ${status}`)])
    expect(findPeak()).toBe(4)
  },
)

/** An issuer that ends the session of a holder when it opens another one. */
function keepOneSession(): ActorMutation {
  const latest = new Map<string, unknown>()
  return {
    issuer: (original) => ({
      ...original,
      configure: (session) => {
        const config = original.configure(session)
        latest.set(session.uid, isObject(config) ? config.credential_identifier : undefined)
        return config
      },
      findRefusals: (message) => {
        const request = message.artefacts.find(({ kind }) => kind === 'request')?.content
        const id = isObject(request) ? request.credential_identifier : undefined
        const isOver = id !== undefined && latest.size > 0 && ![...latest.values()].includes(id)
        return isOver ? ['CFG-CORRELATES'] : original.findRefusals(message)
      },
    }),
  }
}

it('are sent one at a time to an issuer that has one session for each holder', async () => {
  const together = await play({ mutation: keepOneSession() }, atMost(16))
  const alone = await play({ mutation: keepOneSession() }, atMost(1))

  expect(together.came.outcomes).toEqual(alone.came.outcomes)
  expect(together.report.notes).toEqual([
    'probes were sent one at a time: a valid request that was sent beside others was refused',
  ])
})
