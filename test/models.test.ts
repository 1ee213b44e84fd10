import { describe, expect, it } from 'vitest'
import { honestIssuer } from '../src/actors/issuer.ts'
import { inMemory } from '../src/actors/ledger.ts'
import { guarded } from '../src/actors/parties/desk.ts'
import { issuerAtWork } from '../src/actors/parties/issuer.ts'
import { deskIn } from '../src/assembly/company.ts'
import { quiet, rehearsed } from '../src/assembly/live.ts'
import { basesOf } from '../src/assembly/places.ts'
import { probesOn } from '../src/assembly/probes/catalogue.ts'
import { playerOn } from '../src/assembly/probes/player.ts'
import { attemptTrick } from '../src/assembly/probes/tricks.ts'
import { type Stage, stageFor } from '../src/assembly/stage.ts'
import { answersUnder } from '../src/harness/answers.ts'
import { seeded } from '../src/harness/random.ts'
import type { Issuer } from '../src/model/actors.ts'
import type { Ledger } from '../src/model/ledger.ts'
import type { Probed, Trick } from '../src/model/probe.ts'
import type { Role } from '../src/model/requirement.ts'
import type { Settings } from '../src/model/settings.ts'
import type { Answering, Replied } from '../src/model/wire.ts'
import type { JsonObject } from '../src/protocol/json.ts'
import { appOf, inProcess } from '../src/wire/app.ts'
import { tricks as models } from '../suites/models/tricks.ts'
import { tricks as all } from '../suites/tricks.ts'

/** How an issuer keeps its books, and how it validates with them. */
interface Manner {
  readonly books: Ledger
  readonly validate?: (honest: Answering) => Answering
  readonly bend?: (honest: Issuer) => Issuer
}

const shown = { 'code.presented': 'request' }

/** A stage on which the issuer is somebody else's. */
function stageBefore({ books, validate, bend = (issuer) => issuer }: Manner, changes: Partial<Settings>): Stage {
  const settings = { ...rehearsed, given: shown, ...changes }
  const { decide } = answersUnder(settings)
  const desk = deskIn({
    decide,
    bases: basesOf(settings),
    now: () => rehearsed.now ?? 0,
    random: seeded('an issuer'),
    ledger: books,
    accounts: settings.accounts,
  })
  const honest = guarded(desk, issuerAtWork(bend(honestIssuer(desk.world)), desk))
  const answers = honest.validate && validate ? { ...honest, validate: validate(honest.validate) } : honest
  const issuer = inProcess(
    appOf(answers, desk.terms, (error) => {
      throw error
    }),
  )
  return stageFor(settings, { ...quiet, lines: { issuer } }, decide)
}

interface Play extends Partial<Settings> {
  readonly tricks?: readonly Trick[]
  readonly members?: number
  readonly from?: number
}

async function play(manner: Manner, { tricks = models, members = 50, from = 1, ...changes }: Play = {}) {
  const stage = stageBefore(manner, changes)
  const probes = probesOn(stage, { members, seed: from })
  const probed: Probed[] = []
  for (const trick of tricks.filter(({ judge }) => judge === 'issuer')) {
    probed.push(...(await attemptTrick(trick, stage, playerOn(stage, trick.id), probes)))
  }
  return { probed, calls: stage.effects().calls }
}

const wrong = ({ probed }: { readonly probed: readonly Probed[] }): readonly Probed[] =>
  probed.filter(({ answer, expected }) => answer !== expected)

/** How many steps a story has. */
const stepsIn = ({ deed }: Probed): number | undefined => /^.*?: (.*);/.exec(deed)?.[1]?.split(', ').length

const isRefusal = ({ status }: Replied): boolean => status >= 400

/** Long enough for whoever calls at the same time. */
async function aWhile(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

const isSpent = (entry: JsonObject | undefined): boolean => entry?.spent === true

/** Books, and what was last looked up in them of each sort. */
function looking() {
  const honest = inMemory()
  const last = { code: '', nonce: '' }
  const get: Ledger['get'] = (key) => {
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
  const honest = inMemory()
  let last: string | undefined
  const set: Ledger['set'] = (key, entry) => {
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
  const honest = inMemory()
  const later: (() => void)[] = []
  const set: Ledger['set'] = (key, entry) => {
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
  const honest = inMemory()
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
  const honest = inMemory()
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
  const honest = inMemory()
  return { books: { ...honest, get: (key) => honest.get(key) ?? honest.get(key.replace(/^nonce/, 'code')) } }
}

/** Keeps the answer that it gives where everybody can reach it. */
function sharesAnswers(): Manner {
  let answer: Replied
  return {
    books: inMemory(),
    validate: (validate) => async (asked) => {
      answer = await validate(asked)
      await aWhile()
      return answer
    },
  }
}

/** Lets everybody ask for everybody who has an account. */
const mistakesNumbers = (): Manner => ({
  books: inMemory(),
  validate: (validate) => async (asked) => {
    const { uid } = JSON.parse(asked.body ?? '{}')
    const owner = rehearsed.accounts.find((account) => account.uid === uid)
    const authorization = owner ? `Bearer ${owner.sessionToken}` : asked.headers.authorization
    return validate({ ...asked, headers: { ...asked.headers, ...(authorization && { authorization }) } })
  },
})

/** What an issuer does wrong, the row that it breaks, the words of a trick that finds it, and the fewest steps to that. */
const mistakes: readonly (readonly [string, () => Manner, string, RegExp, number])[] = [
  ['frees a code when a request with it is refused', freesOnRefusal, 'OFFER-SINGLE-USE', /again/, 6],
  ['remembers one used nonce', remembersOne, 'NONCE-ONCE', /again/, 8],
  ['writes down late which code is used up', writesLate, 'OFFER-SINGLE-USE', /at once/, 4],
  ['writes down late which nonce is used up', writesLate, 'NONCE-ONCE', /at once/, 4],
  ['has room for one code', overwrites, 'FLOW-VALIDATES', /as it may/, 4],
  ['has room for the code of one session', overwrites, 'FLOW-VALIDATES', /cross/, 4],
  ['counts nonces by account', countsByAccount, 'NONCE-ONCE', /again/, 5],
  ['has one table for codes and nonces', mixesTables, 'NONCE-BOUND', /in place of/, 2],
  ['shares its answers', sharesAnswers, 'FLOW-VALIDATES', /cross/, 6],
  ['mistakes numbers', mistakesNumbers, 'VAL-AUTHORIZES', /another holder/, 3],
]

describe.each(mistakes)('an issuer that %s', (_, manner, row, words, steps) => {
  const tricks = models.filter(({ shows, deed }) => shows.id === row && words.test(deed))

  it.each([1, 2, 3])('is exposed by the shortest story that there is, from the seed %i', async (from) => {
    const { probed, calls } = await play(manner(), { tricks, from })

    expect(wrong({ probed }).map((each) => [each.shows, stepsIn(each)])).toEqual([[row, steps]])
    expect(calls).toBeLessThan(1_500)
  })

  it('is exposed by no trick that is always the same', async () => {
    const single = all.filter((trick) => !models.includes(trick) && trick.shows.id === row)

    expect(wrong(await play(manner(), { tricks: single }))).toEqual([])
  })
})

describe('a story that exposes an issuer', () => {
  it('is told in plain words, with the session that it ended in and the seed', async () => {
    const tricks = models.filter(({ shows, deed }) => shows.id === 'VAL-AUTHORIZES' && /another holder/.test(deed))
    const { probed } = await play(mistakesNumbers(), { tricks, from: 7 })

    expect(probed[0]).toMatchInlineSnapshot(`
      {
        "answer": "accepted",
        "deed": "asks for another holder, in a story of its own: opens session 1 for the first account, takes nonce 1 for the first account, asks in session 1 with nonce 1 for the number of the second account; the same \`--seed\` does it again (as a number, 7)",
        "expected": "refused",
        "id": "VAL-AUTHORIZES/asks-for-another-holder-in-a-story-of-its-own",
        "judge": "issuer",
        "session": "VAL-AUTHORIZES-asks-for-another-holder-in-a-story-of-its-own-3-of-1",
        "shows": "VAL-AUTHORIZES",
      }
    `)
  })
})

/** Gives the same answer to the same call. */
function repeatsItself(): Manner {
  const answers = new Map<string, Replied>()
  return {
    books: inMemory(),
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
  const honest = inMemory()
  const latest = new Map<unknown, string>()
  const set: Ledger['set'] = (key, entry) => {
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
  const honest = inMemory()
  const named = (session: unknown): string => `of-${honest.get(`session/${session}`)?.deviceId}`
  const get: Ledger['get'] = (key) => {
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
  ['does everything as it should', () => ({ books: inMemory() })],
  ['gives the same answer to the same call', repeatsItself],
  ['uses up what it refuses', burns],
  ['forgets the older session of a device', supersedes],
  ['names datasets by devices', namesByDevice],
]

describe.each(legal)('an issuer that %s', (_, manner) => {
  it.each([1, 2, 3])('is exposed by no story, from the seed %i', async (from) => {
    const result = await play(manner(), { from })

    expect(wrong(result)).toEqual([])
    expect(result.probed).toHaveLength(models.length)
    expect(result.calls).toBeLessThan(models.length * 50 * 12)
  })
})

describe('stories', () => {
  const honest = (): Manner => ({ books: inMemory() })

  it('leave out what is about codes where they are never shown', async () => {
    const { probed } = await play(honest(), { given: {}, members: 5 })

    expect(wrong({ probed })).toEqual([])
    expect(probed.filter(({ shows }) => shows === 'OFFER-SINGLE-USE')).toEqual([])
  })

  it('need no second account', async () => {
    const { probed } = await play(honest(), { accounts: rehearsed.accounts.slice(0, 1), members: 5 })

    expect(wrong({ probed })).toEqual([])
    expect(probed.filter(({ shows }) => shows === 'VAL-AUTHORIZES')).toEqual([])
  })

  it('of two accounts need two devices: one may have one session at a time', async () => {
    const accounts = rehearsed.accounts.map((account) => ({ ...account, deviceId: 'device-0001' }))
    const { probed } = await play(supersedes(), { accounts, members: 5 })

    expect(wrong({ probed })).toEqual([])
    expect(probed.filter(({ deed }) => deed.startsWith('plays two sessions whose calls cross'))).toEqual([])
  })

  it.each([
    ['refuses everything', 400],
    ['is broken', 500],
    ['is in a hurry', 429],
  ])('say nothing against an issuer that %s', async (_, status) => {
    const validate = () => async (): Promise<Replied> => ({ status, headers: {}, body: '' })
    const { probed } = await play({ books: inMemory(), validate }, { members: 5 })

    expect(wrong({ probed }).filter(({ answer }) => answer !== 'undecided')).toEqual([])
  })

  it.each(['wallet', 'identity app'])('are not told where the %s is somebody else', async (role) => {
    const stage = { ...stageBefore(honest(), {}), isTarget: (one: Role) => one === role }
    const told = models.map((trick) =>
      attemptTrick(trick, stage, playerOn(stage), probesOn(stage, { members: 1, seed: 1 })),
    )

    expect((await Promise.all(told)).flat()).toEqual([])
  })

  it('are not told where nobody asks for a family', async () => {
    const { probed, calls } = await play(honest(), { members: 0 })

    expect([probed, calls]).toEqual([[], 0])
  })
})
