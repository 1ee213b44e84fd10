import type { Unused } from '../../model/probe.ts'
import type { Stage } from '../stage.ts'
import { openIn, takeNonceIn } from './calls.ts'

/** The session in which something is put by. */
export const shelf = 'put-by'

interface Kept extends Omit<Unused, 'seconds'> {
  readonly since: number
}

const shelves = new WeakMap<Stage, Promise<Kept>>()

/** Opens a session and takes a nonce, once on every stage. */
export function putBy(stage: Stage): Promise<Kept> {
  const kept = shelves.get(stage) ?? keep(stage)
  shelves.set(stage, kept)
  return kept
}

async function keep(stage: Stage): Promise<Kept> {
  const room = stage.enter({ session: shelf, account: 0, strict: new Set(['issuer']) })
  try {
    const opened = await openIn(room)
    const nonce = await takeNonceIn(room)
    return { ...(opened && { opened }), ...(nonce !== undefined && { nonce }), since: nowOn(stage) }
  } finally {
    room.leave()
  }
}

/** What was put by, and for how long it is there. */
export async function unusedOn(stage: Stage): Promise<Unused> {
  const { since, ...kept } = await putBy(stage)
  return { ...kept, seconds: nowOn(stage) - since }
}

const nowOn = ({ known }: Stage): number => known([]).now ?? 0
