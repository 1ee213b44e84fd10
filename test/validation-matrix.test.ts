import { describe, expect, it } from 'vitest'
import { type CellResult, createMatrixRole, nameCell } from '../matrix/cells.ts'
import type { Traits } from '../matrix/conditions.ts'
import { playMatrix } from '../matrix/play.ts'
import { isUnexplained } from '../matrix/report.ts'
import { matrixRoles } from '../matrix/roles.ts'
import { played } from './sample.ts'

// A few cells of the matrix, others every day; `npm run matrix:validations -- --whole` plays all of them.

const seed = String(played?.first ?? 1)

type Choice = Partial<Parameters<typeof playMatrix>[2]>

async function collect(name: string, role = matrixRoles[name], choice: Choice = {}): Promise<readonly CellResult[]> {
  const results: CellResult[] = []
  if (!role) throw new TypeError(`there is no role ${name}`)
  for await (const each of playMatrix(name, role, {
    ...{ seed, count: 2, isSurvey: false, isChosen: () => true, ...choice },
  }))
    if ('verdict' in each) results.push(each)
  return results
}

describe('a validation that is left out under a condition', () => {
  it.each(Object.keys(matrixRoles))('is found, or the reason is known: %s', async (name) => {
    const results = await collect(name)

    expect(results.length).toBeGreaterThan(0)
    expect(results.filter(isUnexplained).map((each) => `${each.verdict}: ${nameCell(each)}`)).toEqual([])
  })
})

interface Message {
  readonly key: string
  readonly items: readonly boolean[]
  readonly alg: string
}

const traits: Traits<Message> = {
  same: [{ name: 'key', of: /^signed/, read: ({ key }) => key, isRotated: true }],
  algs: [{ of: /^signed/, read: ({ alg }) => [alg] }],
  list: {
    of: /^signed/,
    count: ({ items }) => items.length,
    pick: ({ items, ...rest }, isKept) => ({ ...rest, items: items.filter((_, i) => isKept(i, items.length)) }),
  },
  unlike: [{ when: 'where no claim is disclosed', of: /^signed/, isOne: ({ items }) => items.length === 0 }],
}

/** What becomes of each condition where these messages are sent, some of which are looked at; and how often they are sent. */
async function playAll(messages: readonly Message[], isLookedAt: (message: Message) => boolean = () => true) {
  let plays = 0
  const play = async (weaken: Parameters<Parameters<typeof createMatrixRole<Message>>[0][0]['play']>[0]) => {
    plays++
    const isGood = weaken('signed', ({ items }) => items.every(Boolean))
    const wrong = messages.filter((each) => isGood(each) && !each.items.every(Boolean))
    return wrong.some(isLookedAt) ? ['SIGNED'] : []
  }
  const role = createMatrixRole([{ name: 'usual', play }], traits)
  const results = await collect('receiver', role, { count: Number.POSITIVE_INFINITY })
  return { shown: Object.fromEntries(results.map(({ when, verdict }) => [when, verdict])), plays }
}

const show = async (...args: Parameters<typeof playAll>) => (await playAll(...args)).shown

const message = (items: readonly boolean[], key = 'a', alg = 'ES256'): Message => ({ key, items, alg })
const [good, wrong] = [message([true]), message([false])]

describe('the matrix', () => {
  it('says which conditions a test makes, and finds what the test finds', async () => {
    expect(await show([good, wrong])).toEqual({
      always: 'found',
      'after the first message': 'found',
      'once it has accepted': 'found',
      'once it has refused': 'unmade',
      'right after it has accepted': 'found',
      'right after it has refused': 'unmade',
      'after a valid message with the same key': 'found',
      'from the second message with the same key on': 'found',
      'after a rotation of the key': 'unmade',
      'for ES256 alone': 'found',
      'for all algorithms but ES256': 'unmade',
      'for all of a list but the first': 'absent',
      'for all of a list but the last': 'absent',
      'in the middle of a list': 'absent',
      'where no claim is disclosed': 'absent',
    })
  })

  it.each([
    ['once it has refused', [wrong, good, wrong]],
    ['right after it has refused', [wrong, wrong]],
    ['after a rotation of the key', [good, message([false], 'b')]],
    ['for all algorithms but ES256', [message([false], 'a', 'ES384')]],
    ['for all of a list but the first', [message([true, false])]],
    ['for all of a list but the last', [message([false, true])]],
    ['in the middle of a list', [message([true, false, true])]],
  ])('needs a message for each condition: %s', async (when, messages) => {
    expect((await show(messages))[when]).toBe('found')
  })

  it('plays what begins with the same message once', async () => {
    const { shown, plays } = await playAll([good, wrong])

    expect(Object.values(shown).filter((verdict) => verdict === 'found')).toHaveLength(7)
    // As it should be; always left out; as it should be, with what that showed; left out for the wrong message.
    expect(plays).toBe(4)
  })

  it('plays a condition by itself if its first message is not looked at', async () => {
    const later = message([false, false])

    expect(await show([good, wrong, later], (each) => each === later)).toMatchObject({
      'once it has accepted': 'found',
      'right after it has accepted': 'found',
      'once it has refused': 'found',
    })
    expect(await show([good, wrong], (each) => each === later)).toMatchObject({ 'once it has accepted': 'covered' })
  })

  it('says that nothing is shown where the test does not look', async () => {
    expect(await show([good, wrong], () => false)).toMatchObject({
      always: 'covered',
      'once it has accepted': 'covered',
      'once it has refused': 'unmade',
    })
  })

  it('says that a validation plays no part where it refuses nothing', async () => {
    expect(new Set(Object.values(await show([good])))).toEqual(new Set(['idle']))
  })
})
