import { at, type Passage, readIn } from '../../src/model/exchange-check.ts'
import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { exchanged, mapShown, members, messages, replying } from '../exchange-tampering.ts'
import { NONCE } from './requirements.ts'

/** In the last session the nonces of Issuer Config and of the nonce endpoint are equal, if they were not, and the other way round. */
function related(passages: readonly Passage[]): readonly Passage[] | undefined {
  const sessions = [...Map.groupBy(passages, ({ hop }) => hop.session)].flatMap(([session, own]) => {
    const [config] = readIn(at(own, 'issuerConfig'), 'issuer-config-response')
    const [given] = readIn(at(own, 'nonce'), 'nonce-response')
    const nonce = given?.c_nonce ?? given?.nonce
    return typeof config?.nonce === 'string' && typeof nonce === 'string'
      ? [{ session, config: config.nonce, nonce }]
      : []
  })
  const last = sessions.length > 1 ? sessions.at(-1) : undefined
  if (!last) return undefined
  const other = last.nonce === last.config ? 'tampered' : last.config
  return mapShown(passages, 'nonce-response', (said, { hop }) =>
    hop.session === last.session ? { c_nonce: other } : said,
  )
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  messages(NONCE.UNCACHED, 'a nonce that everybody may keep', ['nonce'], (each) => replying(each, ({ headers }) => ({ headers: { ...headers, 'cache-control': 'public' } }))),
  messages(NONCE.OPEN, 'a nonce endpoint that wants a token', ['nonce'], (each) => replying(each, () => ({ status: 401 }))),
  members(NONCE.GUESSLESS, 'nonce-response', 'a nonce of one digit', () => ({ '/c_nonce': '1', '/nonce': '1' })),
  exchanged(NONCE.RELATION, 'nonces that are related in one session only', related),
]
