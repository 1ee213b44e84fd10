import { describe, expect, it } from 'vitest'
import { type GoalEnd, playSequences, type SequencePlay } from '../suites/kit/sequences.ts'

interface Ticket {
  readonly number: number
  isUsed: boolean
}

/** A door that takes each ticket once, as far as it remembers. */
interface Door {
  /** How many used tickets it remembers. */
  readonly memory: number
  /** Whether valid tickets are taken. */
  readonly isOpen?: boolean
  /** How many tickets there are. */
  readonly tickets?: number
}

async function play({ memory, isOpen = true, tickets = 1_000 }: Door) {
  let left = tickets
  let remembered: Ticket[] = []
  const enter = (ticket: Ticket): boolean => {
    if (!isOpen || remembered.includes(ticket)) return false
    remembered = [ticket, ...remembered].slice(0, memory)
    return true
  }
  const tried: SequencePlay<Ticket> = {
    open: async (number) => (left-- > 0 ? { number, isUsed: false } : undefined),
    steps: [
      {
        name: 'enter',
        isPossible: ({ isUsed }) => !isUsed,
        describe: ({ number }) => `enters with ticket ${number}`,
        run: async (ticket) => {
          ticket.isUsed = true
          return enter(ticket)
        },
      },
    ],
    goals: [
      {
        ...{ name: 'again', needs: ['open', 'enter'], control: 'enter' },
        isPossible: ({ isUsed }) => isUsed,
        describe: ({ number }) => `enters with ticket ${number} again`,
        run: async (ticket) => enter(ticket),
      },
    ],
  }
  const ends: GoalEnd[] = []
  await playSequences(tried, (_, end) => ends.push(end))
  return ends
}

describe('sequences of sessions', () => {
  it('hold for a party that remembers everything', async () => {
    expect(await play({ memory: 100 })).toEqual([{ outcome: 'held', actual: 'rejected in 6 sequences' }])
  })

  it('find what is taken twice, and name the shortest way', async () => {
    expect(await play({ memory: 0 })).toEqual([
      { outcome: 'failed', actual: 'accepted: opens session 1, enters with ticket 1, enters with ticket 1 again' },
    ])
  })

  it('find a party that forgets after another session', async () => {
    const [{ outcome, actual } = {}] = await play({ memory: 1 })

    expect(outcome).toBe('failed')
    expect(actual).toMatch(/enters with ticket (\d).*enters with ticket (?!\1)\d.*enters with ticket \1 again$/)
  })

  it('count only what was answered, where sessions come to an end', async () => {
    const [{ outcome, actual } = {}] = await play({ memory: 100, tickets: 4 })

    expect(outcome).toBe('held')
    expect(actual).toMatch(/^rejected in (1 sequence|[2-5] sequences)$/)
  })

  it('show nothing of a party that takes nothing', async () => {
    expect(await play({ memory: 100, isOpen: false })).toEqual([
      { outcome: 'inconclusive', actual: 'rejected, and so is what is valid' },
    ])
  })

  it('show nothing where there is no session', async () => {
    expect(await play({ memory: 0, tickets: 0 })).toEqual([])
  })
})
