import { swapCase } from '../../kit/values.ts'
import { change, put } from '../kit/edits.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeRequest } from '../kit/mutations.ts'
import { afterSession, findRequest, readResponse, runSession } from '../kit/probe-sessions.ts'
import { isAnySingleUse } from '../kit/single-use.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { NONCE } from '../nonce/requirements.ts'
import { TOKEN_HEADER } from './decisions.ts'
import { VAL } from './requirements.ts'

/** Changes the header field with the session token. An empty value removes it. */
const changeToken = (how: (value: string) => string) =>
  runSession(({ decide }) => {
    const name = decide(TOKEN_HEADER).toLowerCase()
    return changeRequest('identityApp', 'validate', (request) => {
      const { [name]: value = '', ...others } = request.headers
      const changed = how(value)
      return { ...request, headers: changed === '' ? others : { ...others, [name]: changed } }
    })
  })

const replaceToken = (value: string, token: string): string => value.replace(/\S+$/, token)

/** Whether a token is another one with its letters in the other case: one in hexadecimal or base32 need not be. */
const hasCase = (token: string): boolean => /[g-z]/i.test(token) && /[-_.~]|[a-z].*[A-Z]|[A-Z].*[a-z]/.test(token)

/** Writes the letters of a token in the other case. Where that changes nothing, another token is sent. */
const changeCase = (value: string): string =>
  value.replace(/\S+$/, (token) => (hasCase(token) ? swapCase(token) : 'never-issued-token'))

/** Changes one digit of the `uid`: it is that of the holder in all others. */
const changeDigit = (at: number) =>
  runSession(
    mutate.validationRequest(
      change('/uid', (uid) =>
        [...String(uid)].map((digit, i) => (i === at ? (Number(digit) + 5) % 10 : digit)).join(''),
      ),
    ),
  )

const inventToken = (value: string): string => replaceToken(value, 'never-issued-token')

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(VAL.AUTHENTICATES, 'issuer', 'sends no token', 'refused', changeToken(() => '')),
  statefulProbe(VAL.AUTHENTICATES, 'issuer', 'sends a token that was never issued', 'refused', changeToken(inventToken)),
  statefulProbe(VAL.AUTHENTICATES, 'issuer', 'sends a truncated token', 'refused', changeToken((value) => value.slice(0, -1))),
  statefulProbe(VAL.AUTHENTICATES, 'issuer', 'sends a token with one more character', 'refused', changeToken((value) => `${value}x`)),
  statefulProbe(VAL.AUTHENTICATES, 'issuer', 'sends the token with its letters in the other case', 'refused', changeToken(changeCase)),
  statefulProbe(VAL.AUTHENTICATES, 'issuer', 'sends a wildcard of SQL for a token', 'refused', changeToken((value) => replaceToken(value, '%'))),
  statefulProbe(VAL.AUTHENTICATES, 'issuer', 'sends a wildcard of file names for a token', 'refused', changeToken((value) => replaceToken(value, '*'))),
  statefulProbe(VAL.AUTHENTICATES, 'issuer', 'sends a condition of SQL for a token', 'refused', changeToken((value) => replaceToken(value, "'or'1'='1"))),
  statefulProbe(VAL.AUTHORIZES, 'issuer', 'sends the `uid` of another holder than the token', 'refused', runSession(mutate.validationRequest(put('/uid', '100000000001')))),
  statefulProbe(VAL.AUTHORIZES, 'issuer', 'sends a `uid` that differs from that of the holder in its last digit', 'refused', changeDigit(11)),
  statefulProbe(VAL.AUTHORIZES, 'issuer', 'sends a `uid` that differs from that of the holder in its first digit', 'refused', changeDigit(0)),
  statefulProbe(VAL.REPEATED, 'issuer', 'repeats a validation request', 'refused', afterSession(async (messages, { send, readAnswer }) => {
    const call = findRequest(messages, 'validate')
    const response = call && (await send('validate', call))
    const isSameAnswer = response?.body === JSON.stringify(readResponse(messages, 'validate'))
    return isSameAnswer ? 'refused' : readAnswer(response) // the same response once more is not a second issuance
  }, isAnySingleUse), { breaks: NONCE.ONCE }),
]
