import { describe, expect, it } from 'vitest'
import type { ProbeResult } from '../model/probe.ts'
import type { Role } from '../model/role.ts'
import type { Settings } from '../model/settings.ts'
import type { StateStore } from '../model/state-store.ts'
import type { EndpointHandler, HttpResponse } from '../model/wire.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { createRandom } from '../src/runtime/random.ts'
import { callInProcess, createApp } from '../src/wire/server/app.ts'
import { requireToken } from '../suites/document/actors/services/context.ts'
import { startIssuer } from '../suites/document/actors/services/issuer.ts'
import { createStateStore } from '../suites/document/actors/services/state-store.ts'
import { createIssuer } from '../suites/document/actors/steps/issuer.ts'
import type { Issuer } from '../suites/document/model/actors.ts'
import type { StatefulProbe } from '../suites/document/model/probe.ts'
import { referenceOptions, referenceSettings } from '../suites/document/prove/live-run.ts'
import { createServiceContext } from '../suites/document/reference/actors.ts'
import { createProbeCatalogue } from '../suites/document/run/probes/catalogue.ts'
import { createSessionRunner } from '../suites/document/run/probes/session-runner.ts'
import { sendStatefulProbe } from '../suites/document/run/probes/stateful-probes.ts'
import { listBaseUrls } from '../suites/document/run/routes/addresses.ts'
import { createSessionStore, type SessionStore } from '../suites/document/run/sessions/session-store.ts'
import { sectionProbes as all, statefulProbes as models } from './catalogue.ts'

/** How an issuer keeps its books, and how it validates with them. */
interface Manner {
  readonly books: StateStore
  readonly validate?: (honest: EndpointHandler) => EndpointHandler
  readonly bend?: (honest: Issuer) => Issuer
}

const shown = { 'code.presented': 'request' }

/** A stage on which the issuer is somebody else's. */
function stageBefore({ books, validate, bend = (issuer) => issuer }: Manner, changes: Partial<Settings>): SessionStore {
  const settings = { ...referenceSettings, decisions: shown, ...changes }
  const { decide } = createDecider(settings)
  const desk = createServiceContext({
    decide,
    bases: listBaseUrls(settings),
    now: () => referenceSettings.now ?? 0,
    random: createRandom('an issuer'),
    state: books,
    accounts: settings.accounts,
  })
  const honest = requireToken(desk, startIssuer(bend(createIssuer(desk.environment)), desk))
  const answers = honest.validate && validate ? { ...honest, validate: validate(honest.validate) } : honest
  const issuer = callInProcess(
    createApp(answers, desk.terms, (error) => {
      throw error
    }),
  )
  const stage = createSessionStore(settings, { ...referenceOptions, routes: { issuer } }, decide)
  // What counts is what the issuer took. What it sent is judged only where a run says so, and that takes a third of the time.
  return { ...stage, openSession: (session) => stage.openSession({ ...session, onClose: () => {} }) }
}

interface Play extends Partial<Settings> {
  readonly tricks?: readonly StatefulProbe[]
  readonly members?: number
  readonly from?: number
}

async function play(manner: Manner, { tricks = models, members = 50, from = 1, ...changes }: Play = {}) {
  const stage = stageBefore(manner, changes)
  const probes = createProbeCatalogue(stage, { members, seed: from })
  const probed: ProbeResult[] = []
  for (const trick of tricks.filter(({ receiver }) => receiver === 'issuer')) {
    probed.push(...(await sendStatefulProbe(trick, stage, createSessionRunner(stage, trick.id), probes)))
  }
  return { probed, calls: stage.traffic().calls }
}

const wrong = ({ probed }: { readonly probed: readonly ProbeResult[] }): readonly ProbeResult[] =>
  probed.filter(({ answer, expected }) => answer !== expected)

/** How many steps a sequence has. */
const stepsIn = ({ description }: ProbeResult): number | undefined =>
  /^.*?: (.*);/.exec(description)?.[1]?.split(', ').length

const isRefusal = ({ status }: HttpResponse): boolean => status >= 400

/** Long enough for whoever calls at the same time. */
async function aWhile(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

const isSpent = (entry: JsonObject | undefined): boolean => entry?.spent === true

/** Books, and what was last looked up in them of each sort. */
function looking() {
  const honest = createStateStore()
  const last = { code: '', nonce: '' }
  const get: StateStore['get'] = (key) => {
    if (key.startsWith('code/')) last.code = key
    if (key.startsWith('nonce/')) last.nonce = key
    return honest.get(key)
  }
  return { books: { ...honest, get }, honest, last }
}

/** Gives a code free whenever a request with it is refused. */
function freesOnRefusal(): Manner {
  const { books, honest, last } = looking()
  return {
    books,
    validate: (validate) => async (asked) => {
      const replied = await validate(asked)
      const entry = honest.get(last.code)
      if (isRefusal(replied) && entry) honest.set(last.code, { ...entry, spent: false })
      return replied
    },
  }
}

/** Remembers of used nonces the last one only. */
function remembersOne(): Manner {
  const honest = createStateStore()
  let last: string | undefined
  const set: StateStore['set'] = (key, entry) => {
    const before = last === undefined ? undefined : honest.get(last)
    if (key.startsWith('nonce/') && isSpent(entry)) {
      if (last !== undefined && before) honest.set(last, { ...before, spent: false })
      last = key
    }
    honest.set(key, entry)
  }
  return { books: { ...honest, set } }
}

/** Writes down what is used up when the answer is on its way. */
function writesLate(): Manner {
  const honest = createStateStore()
  const later: (() => void)[] = []
  const set: StateStore['set'] = (key, entry) => {
    if (isSpent(entry)) later.push(() => honest.set(key, entry))
    else honest.set(key, entry)
  }
  return {
    books: { ...honest, set },
    validate: (validate) => async (asked) => {
      const replied = await validate(asked)
      await aWhile()
      for (const write of later.splice(0)) write()
      return replied
    },
  }
}

/** Has room for one code. */
function overwrites(): Manner {
  const honest = createStateStore()
  let current: string | undefined
  return {
    books: {
      get: (key) => (key.startsWith('code/') && key !== current ? undefined : honest.get(key)),
      set: (key, entry) => {
        if (key.startsWith('code/')) current = key
        honest.set(key, entry)
      },
    },
  }
}

/** Keeps a list of used nonces for each account. */
function countsByAccount(): Manner {
  const honest = createStateStore()
  const used = new Set<string>()
  let account = ''
  return {
    books: {
      get: (key) => {
        const entry = honest.get(key)
        return entry && key.startsWith('nonce/') ? { ...entry, spent: used.has(`${account} ${key}`) } : entry
      },
      set: (key, entry) => {
        if (key.startsWith('nonce/') && isSpent(entry)) used.add(`${account} ${key}`)
        honest.set(key, entry)
      },
    },
    validate: (validate) => (asked) => {
      account = asked.headers.authorization ?? ''
      return validate(asked)
    },
  }
}

/** Has one table for codes and nonces. */
function mixesTables(): Manner {
  const honest = createStateStore()
  return { books: { ...honest, get: (key) => honest.get(key) ?? honest.get(key.replace(/^nonce/, 'code')) } }
}

/** Keeps the answer that it gives where everybody can reach it. */
function sharesAnswers(): Manner {
  let answer: HttpResponse
  return {
    books: createStateStore(),
    validate: (validate) => async (asked) => {
      answer = await validate(asked)
      await aWhile()
      return answer
    },
  }
}

/** Lets everybody ask for everybody who has an account. */
const mistakesNumbers = (): Manner => ({
  books: createStateStore(),
  validate: (validate) => async (asked) => {
    const { uid } = JSON.parse(asked.body ?? '{}')
    const owner = referenceSettings.accounts.find((account) => account.uid === uid)
    const authorization = owner ? `Bearer ${owner.sessionToken}` : asked.headers.authorization
    return validate({ ...asked, headers: { ...asked.headers, ...(authorization && { authorization }) } })
  },
})

/** What an issuer does wrong, the row that it breaks, the words of a trick that finds it, and the fewest steps to that. */
const mistakes: readonly (readonly [string, () => Manner, string, RegExp, number])[] = [
  ['frees a code when a request with it is refused', freesOnRefusal, 'OFFER-SINGLE-USE', /reuses.*sequence/, 6],
  ['remembers one used nonce', remembersOne, 'NONCE-ONCE', /reuses.*sequence/, 8],
  ['writes down late which code is used up', writesLate, 'OFFER-SINGLE-USE', /concurrent/, 4],
  ['writes down late which nonce is used up', writesLate, 'NONCE-ONCE', /concurrent/, 4],
  ['has room for one code', overwrites, 'FLOW-VALIDATES', /valid requests/, 4],
  ['has room for the code of one session', overwrites, 'FLOW-VALIDATES', /interleaves/, 4],
  ['counts nonces by account', countsByAccount, 'NONCE-ONCE', /reuses.*sequence/, 5],
  ['has one table for codes and nonces', mixesTables, 'NONCE-BOUND', /in place of/, 2],
  ['shares its answers', sharesAnswers, 'FLOW-VALIDATES', /interleaves/, 6],
  ['mistakes numbers', mistakesNumbers, 'VAL-AUTHORIZES', /another holder/, 3],
]

/** The probes that are always the same, and find a mistake too. */
const foundByProbes: Readonly<Record<string, readonly string[]>> = {
  'counts nonces by account': ['NONCE-ONCE/attests-a-nonce-that-was-used-for-another-holder'],
}

describe.each(mistakes)('an issuer that %s', (name, manner, row, words, steps) => {
  const tricks = models.filter(({ requirement, description }) => requirement.id === row && words.test(description))

  it.each([1, 2, 3])('fails the shortest possible sequence, with the seed %i', async (from) => {
    const { probed, calls } = await play(manner(), { tricks, from })

    expect(wrong({ probed }).map((each) => [each.requirement, stepsIn(each)])).toEqual([[row, steps]])
    expect(calls).toBeLessThan(1_500)
  })

  it('passes every other probe that is always the same', async () => {
    const single = all.filter((trick) => trick.requirement.id === row)

    const found = wrong(await play(manner(), { tricks: single })).map(({ id }) => id)
    expect(found).toEqual(foundByProbes[name] ?? [])
  })
})

describe('a failing sequence', () => {
  it('is described in words, with the session that it ended in and the seed', async () => {
    const tricks = models.filter(
      ({ requirement, description }) => requirement.id === 'VAL-AUTHORIZES' && /another holder/.test(description),
    )
    const { probed } = await play(mistakesNumbers(), { tricks, from: 7 })

    expect(probed[0]).toMatchInlineSnapshot(`
      {
        "answer": "accepted",
        "description": "requests the credential of another holder, in a generated sequence: opens session 1 for the first account, fetches nonce 1 for the first account, sends a request in session 1 with nonce 1 for the holder of the second account; the same \`--seed\` reproduces it (as a number: 7)",
        "expected": "refused",
        "id": "VAL-AUTHORIZES/requests-the-credential-of-another-holder-in-a-generated-sequence",
        "receiver": "issuer",
        "requirement": "VAL-AUTHORIZES",
        "session": "VAL-AUTHORIZES-requests-the-credential-of-another-holder-in-a-generated-sequence-2-of-1",
      }
    `)
  })
})

describe('a race', () => {
  const tricks = models.filter(
    ({ requirement, description }) => requirement.id === 'NONCE-ONCE' && /concurrent/.test(description),
  )

  it('that is found says in how many of the tries', async () => {
    const { probed } = await play(writesLate(), { tricks, from: 7 })

    expect(probed[0]?.description).toMatch(/; \d+ of \d+ tries with the same `--seed` \(as a number: 7\)$/)
  })

  it('that is not found says how often it was tried', async () => {
    const { probed } = await play(repeatsItself(), { tricks, from: 7 })

    expect(probed[0]).toMatchObject({
      answer: 'refused',
      description: expect.stringMatching(/not found in \d+ (try|tries)$/),
    })
  })
})

/** Gives the same answer to the same call. */
function repeatsItself(): Manner {
  const answers = new Map<string, HttpResponse>()
  return {
    books: createStateStore(),
    validate: (validate) => async (asked) => {
      const answer = answers.get(asked.body ?? '') ?? (await validate(asked))
      answers.set(asked.body ?? '', answer)
      return answer
    },
  }
}

/** Uses up what was shown in a request that it refuses. */
function burns(): Manner {
  const { books, honest, last } = looking()
  return {
    books,
    validate: (validate) => async (asked) => {
      const replied = await validate(asked)
      for (const key of isRefusal(replied) ? Object.values(last) : []) {
        const entry = honest.get(key)
        if (entry) honest.set(key, { ...entry, spent: true })
      }
      return replied
    },
  }
}

/** Forgets the older session of a device. */
function supersedes(): Manner {
  const honest = createStateStore()
  const latest = new Map<unknown, string>()
  const set: StateStore['set'] = (key, entry) => {
    const { deviceId, code } = entry
    const before = latest.get(deviceId)
    if (before !== undefined && before !== code) honest.set(`code/${before}`, { spent: true })
    if (typeof code === 'string') latest.set(deviceId, code)
    honest.set(key, entry)
  }
  return { books: { ...honest, set } }
}

/** Names the dataset by the device that it is for. */
function namesByDevice(): Manner {
  const honest = createStateStore()
  const named = (session: unknown): string => `of-${honest.get(`session/${session}`)?.deviceId}`
  const get: StateStore['get'] = (key) => {
    const entry = honest.get(key)
    return entry && key.startsWith('code/') ? { ...entry, session: named(entry.session) } : entry
  }
  return {
    books: { ...honest, get },
    bend: (issuer) => ({
      ...issuer,
      configure: ({ deviceId, code }) => ({ credential_identifier: `of-${deviceId}`, nonce: code }),
    }),
  }
}

const legal: readonly (readonly [string, () => Manner])[] = [
  ['does everything as it should', () => ({ books: createStateStore() })],
  ['gives the same answer to the same call', repeatsItself],
  ['uses up what it refuses', burns],
  ['forgets the older session of a device', supersedes],
  ['names datasets by devices', namesByDevice],
]

describe('a legal issuer', () => {
  const turns = legal.flatMap(([name, manner]) => [1, 2, 3].map((seed) => ({ name, manner, seed })))

  it.each(turns)('that $name fails no sequence, with the seed $seed', async ({ manner, seed }) => {
    const result = await play(manner(), { from: seed })

    expect(wrong(result)).toEqual([])
    expect(result.probed).toHaveLength(models.length)
    expect(result.calls).toBeLessThan(models.length * 50 * 12)
  })
})

describe('generated sequences', () => {
  const honest = (): Manner => ({ books: createStateStore() })

  it('leave out what is about codes where they are never shown', async () => {
    const { probed } = await play(honest(), { decisions: {}, members: 5 })

    expect(wrong({ probed })).toEqual([])
    expect(probed.filter(({ requirement }) => requirement === 'OFFER-SINGLE-USE')).toEqual([])
  })

  it('need no second account', async () => {
    const { probed } = await play(honest(), { accounts: referenceSettings.accounts.slice(0, 1), members: 5 })

    expect(wrong({ probed })).toEqual([])
    expect(probed.filter(({ requirement }) => requirement === 'VAL-AUTHORIZES')).toEqual([])
  })

  it('of two accounts need two devices: one may have one session at a time', async () => {
    const accounts = referenceSettings.accounts.map((account) => ({ ...account, deviceId: 'device-0001' }))
    const { probed } = await play(supersedes(), { accounts, members: 5 })

    expect(wrong({ probed })).toEqual([])
    expect(probed.filter(({ description }) => description.startsWith('interleaves the calls of two sessions'))).toEqual(
      [],
    )
  })

  it.each([
    ['refuses everything', 400],
    ['is broken', 500],
    ['is in a hurry', 429],
  ])('accuse no issuer that %s', async (_, status) => {
    const validate = () => async (): Promise<HttpResponse> => ({ status, headers: {}, body: '' })
    const { probed } = await play({ books: createStateStore(), validate }, { members: 5 })

    expect(wrong({ probed }).filter(({ answer }) => answer !== 'inconclusive')).toEqual([])
  })

  it.each(['wallet', 'identity app'])('are not run where the %s is a target', async (role) => {
    const stage = { ...stageBefore(honest(), {}), isTarget: (one: Role) => one === role }
    const told = models.map((trick) =>
      sendStatefulProbe(trick, stage, createSessionRunner(stage), createProbeCatalogue(stage, { members: 1, seed: 1 })),
    )

    expect((await Promise.all(told)).flat()).toEqual([])
  })

  it('are not run where no family members are asked for', async () => {
    const { probed, calls } = await play(honest(), { members: 0 })

    expect([probed, calls]).toEqual([[], 0])
  })
})
