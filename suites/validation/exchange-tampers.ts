import type { Context } from '../../src/model/check.ts'
import { type Passage, readIn } from '../../src/model/exchange-check.ts'
import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { open } from '../../src/protocol/open.ts'
import { readingOf } from '../disclosure/reading.ts'
import { asking, exchanged, mapShown, messages } from '../exchange-tampering.ts'
import { TOKEN_HEADER } from './decisions.ts'
import { VAL } from './requirements.ts'

/** Whose mobile number is on every credential is one person. */
const telling = ['MaskedUID', 'EnrolmentNumber', 'ResidentImage', 'Mobile', 'Email']

/** Every credential is about the first holder who can be told from others. */
function onePerson(passages: readonly Passage[], context: Context): readonly Passage[] | undefined {
  const known = readIn(passages, 'credential').find((credential) => {
    const names = readingOf(credential, context).claims.map(({ name }) => name)
    return names.includes('ResidentName') && names.some((name) => telling.includes(name))
  })
  return known && mapShown(passages, 'credential', (credential) => ({ ...credential, disclosures: known.disclosures }))
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  messages(VAL.TOKEN, 'without a session token', ['validate'], (each, { decide }) =>
    asking(each, ({ headers: { [decide(TOKEN_HEADER).toLowerCase()]: _, ...headers } }) => ({ headers }))),
  messages(VAL.JSON, 'a text in place of JSON', ['validate'], (each) => ({ ...each, asked: open('validation-request', 'tampered'), replied: open('validation-response', 'tampered') })),
  exchanged(VAL.HOLDER, 'the claims of one person in all credentials', onePerson),
]
