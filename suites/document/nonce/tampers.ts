import type { Decide } from '../../../model/decision.ts'
import { collectContents, selectMessagesTo } from '../../../model/exchange.ts'
import type { CheckContext } from '../../../model/finding.ts'
import type { Tampering } from '../../../model/tampering.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { toPointer } from '../../../protocol/encoding/pointer.ts'
import { replaceMembers, replaceMembersBy } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperExchange, tamperKnown, tamperMessages, withResponse } from '../kit/exchange-tampers.ts'
import { applyEdits, type Edits } from '../kit/pointer-edits.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { listNonceMembers, readNonce } from './reading.ts'
import { NONCE } from './requirements.ts'

/** Replaces the nonce, wherever it may be by decision. */
const editNonce = (nonce: string | undefined, decide: Decide): Edits =>
  Object.fromEntries(listNonceMembers(decide).map((member) => [toPointer(member), nonce]))

const changeNonce = (body: JsonObject, nonce: string, decide: Decide) => applyEdits(body, editNonce(nonce, decide))

/** Makes the nonces of Issuer Config and of the nonce endpoint equal in the last session, or different if they were equal. */
function changeRelation(
  messages: readonly ParsedMessage[],
  { decide }: CheckContext,
): readonly ParsedMessage[] | undefined {
  const sessions = [...Map.groupBy(messages, ({ message }) => message.session)].flatMap(([session, own]) => {
    const [config] = collectContents(selectMessagesTo(own, 'issuerConfig'), 'issuer-config-response')
    const [response] = collectContents(selectMessagesTo(own, 'nonce'), 'nonce-response')
    const nonce = response && readNonce(response, decide)
    return typeof config?.nonce === 'string' && typeof nonce === 'string'
      ? [{ session, config: config.nonce, nonce }]
      : []
  })
  const last = sessions.length > 1 ? sessions.at(-1) : undefined
  if (!last) return undefined
  const other = last.nonce === last.config ? 'tampered' : last.config
  return mapArtefacts(messages, 'nonce-response', (body, { message }) =>
    message.session === last.session ? changeNonce(body, other, decide) : body,
  )
}

/** Makes every nonce one digit long, and leaves out those of other sessions. */
function shortenNonces({ population: _, messages, ...exchange }: Exchange, { decide }: CheckContext) {
  const shortened = mapArtefacts(messages, 'nonce-response', (body) => changeNonce(body, '1', decide))
  return shortened && { ...exchange, messages: shortened }
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperExchange(NONCE.NEW, 'the first nonce in every attestation', (messages, { decide }) => {
    const [response] = collectContents(selectMessagesTo(messages, 'nonce'), 'nonce-response')
    const nonce = response && readNonce(response, decide)
    return nonce === undefined ? undefined : mapArtefacts(messages, 'attestation', (content) => ({ ...content, jws: { ...content.jws, payload: { ...content.jws.payload, nonce } } }))
  }),
  replaceMembersBy(NONCE.ANSWER, 'nonce-response', 'without a nonce', (_, { decide }) => editNonce(undefined, decide)),
  replaceMembers(NONCE.ATTESTED, 'attestation', { '/payload/nonce': 'tampered' }),

  tamperMessages(NONCE.UNCACHED, 'a nonce that caches may store', ['nonce'], (each) => withResponse(each, ({ headers }) => ({ headers: { ...headers, 'cache-control': 'public' } }))),
  tamperMessages(NONCE.OPEN, 'a nonce endpoint that requires a token', ['nonce'], (each) => withResponse(each, () => ({ status: 401 }))),
  tamperKnown(NONCE.GUESSLESS, 'a nonce of one digit', shortenNonces),
  tamperExchange(NONCE.RELATION, 'nonces that are related in one session only', changeRelation),
]
