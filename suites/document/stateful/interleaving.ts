import * as fc from 'fast-check'

/** What a task does in one turn: it sends a request, or it waits for the response. */
export type Turn = () => Promise<void>

/** Splits a call into two turns: one sends the request, the next waits for the response. */
export function splitCall(makeCall: Turn): readonly Turn[] {
  let running = Promise.allSettled([Promise.resolve()])
  return [
    async () => {
      running = Promise.allSettled([makeCall()])
    },
    async () => {
      const [ended] = await running
      if (ended.status === 'rejected') throw ended.reason
    },
  ]
}

/** Interleaves tasks. The schedule names the task of each turn; a task that has ended passes its turn on. */
export async function interleave(tasks: readonly (readonly Turn[])[], schedule: readonly number[]): Promise<void> {
  const defects: unknown[] = []
  const guard = (turn: Turn) => () => turn().catch((error: unknown) => void defects.push(error))
  const lengths = tasks.map((task) => task.length)
  const scheduler = fc.schedulerFor([...computeOrder(lengths, schedule)])
  const scheduled = tasks.map((task) => scheduler.scheduleSequence(task.map(guard)).task)
  await scheduler.waitFor(Promise.all(scheduled))
  if (defects.length > 0) throw defects[0]
}

/** Computes the order by the numbers that the scheduler gives: first one to each task, then one to each turn that is due. */
function computeOrder(lengths: readonly number[], schedule: readonly number[]): readonly number[] {
  const left = [...lengths]
  const next = lengths.map((_, task) => task + 1)
  let numbers = lengths.length
  const order: number[] = []
  for (let i = lengths.reduce((sum, length) => sum + length, 0); i > 0; i--) {
    const wanted = schedule[order.length] ?? 0
    const task = lengths.map((_, shift) => (wanted + shift) % lengths.length).find((each) => (left[each] ?? 0) > 0) ?? 0
    order.push(next[task] ?? 0)
    left[task] = (left[task] ?? 0) - 1
    if (left[task] > 0) next[task] = ++numbers
  }
  return order
}

/** Generates schedules. The simplest one runs one task after the other. */
export const generateSchedules = (tasks: number, turns: number): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.nat({ max: tasks - 1 }), { minLength: turns, maxLength: turns })
