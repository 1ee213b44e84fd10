import { collectContents, type Exchange, type ParsedMessage, selectMessagesTo } from '../../model/exchange.ts'
import type { Tampering } from '../../model/tampering.ts'
import { removeMembers, replaceMembers } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperExchange, tamperMessages, withResponse } from '../kit/exchange-tampers.ts'
import { applyEdits } from '../kit/pointer-edits.ts'
import { NONCE } from './requirements.ts'

/** Makes the nonces of Issuer Config and of the nonce endpoint equal in the last session, or different if they were equal. */
function changeRelation(messages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined {
  const sessions = [...Map.groupBy(messages, ({ message }) => message.session)].flatMap(([session, own]) => {
    const [config] = collectContents(selectMessagesTo(own, 'issuerConfig'), 'issuer-config-response')
    const [response] = collectContents(selectMessagesTo(own, 'nonce'), 'nonce-response')
    const nonce = response?.c_nonce ?? response?.nonce
    return typeof config?.nonce === 'string' && typeof nonce === 'string'
      ? [{ session, config: config.nonce, nonce }]
      : []
  })
  const last = sessions.length > 1 ? sessions.at(-1) : undefined
  if (!last) return undefined
  const other = last.nonce === last.config ? 'tampered' : last.config
  return mapArtefacts(messages, 'nonce-response', (body, { message }) =>
    message.session === last.session ? { c_nonce: other } : body,
  )
}

/** Makes every nonce one digit long, and leaves out those of other sessions. */
function shortenNonces({ population: _, messages, ...exchange }: Exchange): Exchange | undefined {
  const shortened = mapArtefacts(messages, 'nonce-response', (body) =>
    applyEdits(body, { '/c_nonce': '1', '/nonce': '1' }),
  )
  return shortened && { ...exchange, messages: shortened }
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperExchange(NONCE.NEW, 'the first nonce in every attestation', (messages) => {
    const [response] = collectContents(selectMessagesTo(messages, 'nonce'), 'nonce-response')
    const nonce = response?.c_nonce ?? response?.nonce
    return nonce === undefined ? undefined : mapArtefacts(messages, 'attestation', (content) => ({ ...content, jws: { ...content.jws, payload: { ...content.jws.payload, nonce } } }))
  }),
  removeMembers(NONCE.ANSWER, 'nonce-response', '/c_nonce', '/nonce'),
  replaceMembers(NONCE.ATTESTED, 'attestation', { '/payload/nonce': 'tampered' }),

  tamperMessages(NONCE.UNCACHED, 'a nonce that caches may store', ['nonce'], (each) => withResponse(each, ({ headers }) => ({ headers: { ...headers, 'cache-control': 'public' } }))),
  tamperMessages(NONCE.OPEN, 'a nonce endpoint that requires a token', ['nonce'], (each) => withResponse(each, () => ({ status: 401 }))),
  { breaks: NONCE.GUESSLESS, description: 'a nonce of one digit', apply: shortenNonces },
  tamperExchange(NONCE.RELATION, 'nonces that are related in one session only', changeRelation),
]
