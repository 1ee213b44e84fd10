import type { CheckContext } from '../../../model/finding.ts'
import type { Tampering } from '../../../model/tampering.ts'
import { placeMember, toPointer } from '../../../protocol/encoding/pointer.ts'
import { STATUS_FORM } from '../credential/decisions.ts'
import { replaceMembers, replaceMembersBy, tamperContent, tamperText } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperArtefacts, tamperExchange } from '../kit/exchange-tampers.ts'
import { collectIssuances } from '../kit/issuance.ts'
import { flipSignatureBit } from '../kit/tampered-values.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { BODY, MEMBER } from './decisions.ts'
import { collectHolderValues } from './exchange-checks.ts'
import { listIdMembers, replaceStatuses } from './reading.ts'
import { STATUS } from './requirements.ts'

/** Adds a claim of an issued credential to every status. */
function addHolderValue(messages: readonly ParsedMessage[], context: CheckContext) {
  const [credential] = collectIssuances({ messages }).flatMap(({ credentials }) => credentials)
  const [value] = credential ? collectHolderValues(credential, context) : []
  if (value === undefined) return undefined
  return mapArtefacts(messages, 'status-token', (token) => ({ ...token, payload: { ...token.payload, note: value } }))
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  replaceMembers(STATUS.PATH, 'credential', { '/payload/status': 'https://status.example/tampered' }),
  replaceMembers(STATUS.ID, 'credential', { '/payload/id': 'tampered' }),
  replaceMembers(STATUS.LIST, 'credential', { '/payload/status': { status_list: { idx: -1, uri: 0 } } }),
  tamperContent(STATUS.SIGNED, 'status-token', 'one bit of the signature', (token) => {
    const signature = flipSignatureBit(token.signature)
    return signature && { ...token, signature }
  }),
  replaceMembers(STATUS.CRIT, 'status-token', { '/header/crit': ['tampered'] }),
  tamperContent(STATUS.VALUE, 'status-token', 'another value for the status', (token, { decide }) => {
    if (decide(STATUS_FORM) === 'object') return { ...token, payload: { ...token.payload, status_list: 'tampered' } }
    const payload = decide(BODY) === 'any' ? replaceStatuses(token.payload, 'tampered') : placeMember(token.payload, decide(MEMBER), 'tampered')
    return { ...token, payload }
  }),
  replaceMembersBy(STATUS.SUBJECT, 'status-token', 'another id', (_, { decide }) =>
    Object.fromEntries(listIdMembers(decide).map((place) => [`/payload${toPointer(place)}`, 'tampered'])),
  ),
  tamperText(STATUS.COMPACT, 'status-token', 'a header that is not encoded', (text) => `!${text}`),
  replaceMembers(STATUS.TIMES, 'status-token', { '/payload/iat': 'tampered' }),
  replaceMembers(STATUS.CURRENT, 'status-token', { '/payload/exp': 1_000_000_000 }),
  replaceMembers(STATUS.ISSUER, 'status-token', { '/payload/iss': 0 }),
  tamperArtefacts(STATUS.PUNCTUAL, 'an `exp` that has passed', 'status-token', (token) => ({ ...token, payload: { ...token.payload, exp: 1_000_000_000 } })),
  tamperExchange(STATUS.NAMELESS, 'a claim of the holder in a status', addHolderValue),
]
