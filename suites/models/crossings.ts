import * as fc from 'fast-check'

/** One thing to do when its turn comes. */
export type Deed = () => Promise<void>

/** A call is two turns: it is sent, and its answer is waited for. Between them others have theirs. */
export function call(make: Deed): readonly Deed[] {
  let running = Promise.allSettled([Promise.resolve()])
  return [
    async () => {
      running = Promise.allSettled([make()])
    },
    async () => {
      const [ended] = await running
      if (ended.status === 'rejected') throw ended.reason
    },
  ]
}

/** Lets chains of deeds cross. Each turn names the chain that comes next; one that is at its end lets the others go. */
export async function cross(chains: readonly (readonly Deed[])[], turns: readonly number[]): Promise<void> {
  const defects: unknown[] = []
  const guarded = (deed: Deed) => () => deed().catch((error: unknown) => void defects.push(error))
  const lengths = chains.map((chain) => chain.length)
  const scheduler = fc.schedulerFor([...orderOf(lengths, turns)])
  const tasks = chains.map((chain) => scheduler.scheduleSequence(chain.map(guarded)).task)
  await scheduler.waitFor(Promise.all(tasks))
  if (defects.length > 0) throw defects[0]
}

/** The numbers that a scheduler gives to deeds: the first of each chain has its own, the others get theirs as they come up. */
function orderOf(lengths: readonly number[], turns: readonly number[]): readonly number[] {
  const left = [...lengths]
  const next = lengths.map((_, chain) => chain + 1)
  let numbers = lengths.length
  const order: number[] = []
  for (let i = lengths.reduce((sum, length) => sum + length, 0); i > 0; i--) {
    const wanted = turns[order.length] ?? 0
    const chain =
      lengths.map((_, shift) => (wanted + shift) % lengths.length).find((each) => (left[each] ?? 0) > 0) ?? 0
    order.push(next[chain] ?? 0)
    left[chain] = (left[chain] ?? 0) - 1
    if (left[chain] > 0) next[chain] = ++numbers
  }
  return order
}

/** Turns for so many deeds of so many chains. The plainest is one chain after the other. */
export const turnsOf = (chains: number, deeds: number): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.nat({ max: chains - 1 }), { minLength: deeds, maxLength: deeds })
