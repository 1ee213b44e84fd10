import type { AgedValues } from '../../../model/probe.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { fetchNonce, openIssuerSession } from './calls.ts'

/** The session in which something is put by. */
export const agingSession = 'put-by'

interface KeptValues extends Omit<AgedValues, 'seconds'> {
  readonly since: number
}

const keptValues = new WeakMap<SessionStore, Promise<KeptValues>>()

/** Opens a session and takes a nonce, once on every stage. */
export function keepValues(store: SessionStore): Promise<KeptValues> {
  const kept = keptValues.get(store) ?? fetchValues(store)
  keptValues.set(store, kept)
  return kept
}

async function fetchValues(store: SessionStore): Promise<KeptValues> {
  const room = store.openSession({ session: agingSession, account: 0, strict: new Set(['issuer']) })
  try {
    const opened = await openIssuerSession(room)
    const nonce = await fetchNonce(room)
    return { ...(opened && { opened }), ...(nonce !== undefined && { nonce }), since: readTime(store) }
  } finally {
    room.close()
  }
}

/** What was put by, and for how long it is there. */
export async function readAgedValues(store: SessionStore): Promise<AgedValues> {
  const { since, ...kept } = await keepValues(store)
  return { ...kept, seconds: readTime(store) - since }
}

const readTime = ({ collectFacts: known }: SessionStore): number => known([]).now ?? 0
