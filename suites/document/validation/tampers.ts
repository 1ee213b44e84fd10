import { collectContents } from '../../../model/exchange.ts'
import type { CheckContext } from '../../../model/finding.ts'
import type { Tampering } from '../../../model/tampering.ts'
import { openArtefact } from '../../../protocol/artefacts/open.ts'
import { isIdentifying } from '../claims/person.ts'
import { readClaims } from '../disclosure/reading.ts'
import { removeMembers, replaceMembersBy } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperBodies, tamperExchange, tamperMessages, withRequest } from '../kit/exchange-tampers.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { TOKEN_HEADER } from './decisions.ts'
import { VAL } from './requirements.ts'

const changeCheckDigit = (uid: string): string => uid.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))

/** Makes every credential about the first holder that a credential identifies. */
function copyPerson(messages: readonly ParsedMessage[], context: CheckContext): readonly ParsedMessage[] | undefined {
  const first = collectContents(messages, 'credential').find((each) => isIdentifying(readClaims(each, context).claims))
  return first && mapArtefacts(messages, 'credential', (each) => ({ ...each, disclosures: first.disclosures }))
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  replaceMembersBy(VAL.VERHOEFF, 'validation-request', 'another check digit', ({ uid }) => (typeof uid === 'string' ? { '/uid': changeCheckDigit(uid) } : undefined)),
  removeMembers(VAL.FIELD, 'validation-request', '/encryted_credential_request', '/encrypted_credential_request'),

  tamperMessages(VAL.TOKEN, 'without a session token', ['validate'], (each, { decide }) =>
    withRequest(each, ({ headers: { [decide(TOKEN_HEADER).toLowerCase()]: _, ...headers } }) => ({ headers }))),
  tamperMessages(VAL.JSON, 'plain text in place of JSON', ['validate'], (each) => ({ ...each, request: openArtefact('validation-request', 'tampered'), response: openArtefact('validation-response', 'tampered') })),
  tamperBodies(VAL['SAME-HOLDER'], 'validation-request', 'the `uid` of another holder', () => ({ '/uid': '999999999999' })),
  tamperExchange(VAL.HOLDER, 'the claims of one person in all credentials', copyPerson),
]
