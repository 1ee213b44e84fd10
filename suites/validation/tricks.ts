import { type Trick, trick } from '../../src/model/probe.ts'
import { calling, message, put } from '../deviations.ts'
import { FLOW } from '../flow/requirements.ts'
import { NONCE } from '../nonce/requirements.ts'
import { afterwards, answerIn, callIn, isAnyOnce, session } from '../tricking.ts'
import { TOKEN_HEADER } from './decisions.ts'
import { VAL } from './requirements.ts'

/** The session token, replaced by another text; an empty one takes the header away. */
const token = (how: (token: string) => string) =>
  session(({ decide }) => {
    const name = decide(TOKEN_HEADER).toLowerCase()
    return calling('identityApp', 'validate', (asked) => {
      const { [name]: given = '', ...others } = asked.headers
      const other = how(given)
      return { ...asked, headers: other === '' ? others : { ...others, [name]: other } }
    })
  })

const madeUp = (given: string): string => given.replace(/\S+$/, 'a-token-that-nobody-gave')

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(VAL.AUTHENTICATES, 'issuer', 'calls without a token', 'refused', token(() => '')),
  trick(VAL.AUTHENTICATES, 'issuer', 'calls with a token that nobody gave', 'refused', token(madeUp)),
  trick(VAL.AUTHENTICATES, 'issuer', 'calls with a token that lacks its end', 'refused', token((given) => given.slice(0, -1))),
  trick(VAL.AUTHORIZES, 'issuer', 'asks for another holder than the token stands for', 'refused', session(message.validationRequest(put('/uid', '100000000001')))),
  trick(VAL.REPEATED, 'issuer', 'sends the same validation call again', 'refused', afterwards(async (hops, { decide, send, answerOf }) => {
    if (!isAnyOnce(decide)) return undefined
    const call = callIn(hops, 'validate')
    const replied = call && (await send('validate', call))
    const isSameAnswer = replied?.body === JSON.stringify(answerIn(hops, 'validate'))
    return isSameAnswer ? 'refused' : answerOf(replied) // the same answer once more is no second issuance
  }), { breaks: NONCE.ONCE }),
  trick(FLOW.VALIDATES, 'issuer', 'says that the validation call is plain text', 'refused', session(calling('identityApp', 'validate', ({ headers, ...asked }) => ({ ...asked, headers: { ...headers, 'content-type': 'text/plain' } }))), { breaks: VAL.JSON }),
]
