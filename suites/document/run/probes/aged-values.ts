import { once } from '../../../../protocol/encoding/once.ts'
import type { AgedValues } from '../../model/probe.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { fetchNonce, openIssuerSession } from './calls.ts'

/** The session in which values are fetched that are used when they are old. */
export const agingSession = 'aged-values'

/** Values that are fetched once, early in a run, and used when they are old. */
export interface AgedValueStore {
  /** Fetches the values, unless that was done before. */
  readonly fetch: () => Promise<void>
  readonly read: () => Promise<AgedValues>
}

/** Creates the store of aged values of a run. */
export function createAgedValueStore(store: SessionStore): AgedValueStore {
  const fetchOnce = once(() => fetchValues(store))
  return {
    fetch: async () => void (await fetchOnce()),
    read: async () => {
      const { since, ...values } = await fetchOnce()
      return { ...values, seconds: readTime(store) - since }
    },
  }
}

interface FetchedValues extends Omit<AgedValues, 'seconds'> {
  readonly since: number
}

/** Opens a session at the issuer and takes a nonce, and uses neither. The session stays open: a fresh nonce may be bound to it. */
async function fetchValues(store: SessionStore): Promise<FetchedValues> {
  const session = store.openSession({ session: agingSession, account: 0, strict: new Set(['issuer']) })
  const since = readTime(store)
  const opened = await openIssuerSession(session)
  const nonce = await fetchNonce(session)
  const takeNonce = () => fetchNonce(session)
  return { ...(opened && { opened }), ...(nonce !== undefined && { nonce }), takeNonce, since }
}

const readTime = ({ collectFacts }: SessionStore): number => collectFacts([]).now ?? 0
