import type { SessionResult } from '../../../model/check.ts'
import { isObject, readText } from '../../../protocol/encoding/json.ts'
import { concludeOn } from '../../kit/results.ts'
import { preAuthorizedGrant } from '../actors/names.ts'
import type { WalletCall, WalletSession } from '../actors/wallet-session.ts'
import { VCIWALLET } from './requirements.ts'
import {
  findMediaType,
  findRepeated,
  findToken,
  isSuccess,
  listCalls,
  listLostQuery,
  listTokens,
  nameCalls,
  readAnswer,
  readForm,
  readPath,
} from './seen.ts'

/** Judges the order and the addresses of messages, and the token request. */
export function* checkSteps(session: WalletSession): Generator<SessionResult> {
  yield* checkAddresses(session)
  for (const call of listCalls(session, 'token')) yield* checkTokenRequest(call, session)
  yield* checkCodes(session)
  const nonces = listCalls(session, 'nonce')
  const isWhole = (call: WalletCall): boolean => listLostQuery(call, session.metadata.nonce_endpoint).length === 0
  const isRequested = nonces.some((call) => isPost(call) && isWhole(call))
  if (nonces.length > 0) yield concludeOn(VCIWALLET.NONCE, isRequested, nameCalls(nonces))
  yield* checkTokens(session)
  yield* checkIdentifiers(session)
}

const isGet = ({ request }: WalletCall): boolean => request.method === 'GET'
const isPost = ({ request }: WalletCall): boolean => request.method === 'POST'

function* checkAddresses(session: WalletSession): Generator<SessionResult> {
  const offers = listCalls(session, 'offer')
  if (offers.length > 0) yield concludeOn(VCIWALLET['OFFER-URI'], offers.some(isGet), nameCalls(offers))
  const tables = [
    [VCIWALLET.METADATA, 'issuerMetadata', /openid-credential-issuer/],
    [VCIWALLET.SERVER, 'serverMetadata', /oauth-authorization-server|openid-configuration/],
  ] as const
  for (const [row, endpoint, name] of tables) {
    const tried = session.calls.filter((call) => name.test(readPath(call)))
    const isFound = tried.some((call) => isGet(call) && (call.endpoint === endpoint || isOfIssuer(call, session)))
    if (tried.length > 0) yield concludeOn(row, isFound, `it asks for ${nameCalls(tried)}`)
  }
  const own = session.calls.filter((call) => isOfIssuer(call, session))
  const listed = listCalls(session, 'serverMetadata')
  // A wallet may look at both, and may trust none of them.
  if (session.metadata.authorization_servers !== undefined && own.length + listed.length > 0)
    yield concludeOn(VCIWALLET['OTHER-SERVER'], listed.length > 0, `it asks for ${nameCalls(own)} alone`)
}

/** Whether it is where the issuer would have them if it were its own authorization server. */
const isOfIssuer = (call: WalletCall, { issuer }: WalletSession): boolean =>
  readPath(call) === `/.well-known/oauth-authorization-server${new URL(issuer).pathname}`

/** Parameters of OAuth that have one value. */
const singleParameters = ['grant_type', 'pre-authorized_code', 'tx_code', 'client_id']

function* checkTokenRequest(call: WalletCall, session: WalletSession): Generator<SessionResult> {
  const form = readForm(call)
  const repeated = findRepeated(form, singleParameters)
  const problems = [
    ...(isPost(call) ? [] : [`the method is ${call.request.method}`]),
    ...(findMediaType(call) === 'application/x-www-form-urlencoded'
      ? []
      : [`the media type is ${findMediaType(call) || 'absent'}`]),
    ...repeated.map((name) => `${name} is repeated`),
    ...listLostQuery(call, session.server.token_endpoint),
  ]
  yield concludeOn(VCIWALLET.TOKEN, problems.length === 0, problems.join(' and '))
  const grants = isObject(session.offer.grants) ? session.offer.grants : {}
  const grant = grants[preAuthorizedGrant]
  // What is not a form has no parameters, and a refresh token belongs to no offer.
  if (problems.length > 0 || !isObject(grant) || form.get('grant_type') === 'refresh_token') return
  const isSame = form.get('pre-authorized_code') === grant['pre-authorized_code']
  const isGranted = form.get('grant_type') === preAuthorizedGrant
  yield concludeOn(
    VCIWALLET.CODE,
    isSame && isGranted,
    isSame ? 'the grant type is another one' : 'the code is not that of the offer',
  )
  if (isObject(grant.tx_code)) yield checkTxCode(form.get('tx_code') ?? '', session)
}

/** A person may mistype a code, and enter it again. */
function checkTxCode(sent: string, session: WalletSession): SessionResult {
  const { txCode } = session
  const isRight = (code: string): boolean => code !== '' && (txCode === undefined || code === txCode)
  const isEntered = listCalls(session, 'token').some((call) => isRight(readForm(call).get('tx_code') ?? ''))
  const problem = sent === '' ? 'there is no `tx_code`' : '`tx_code` is not the code that the user was given'
  return concludeOn(VCIWALLET['TX-CODE'], sent !== '' && isEntered, problem)
}

/** A code for which there is no token may be sent again. */
function* checkCodes(session: WalletSession): Generator<SessionResult> {
  const used = new Set<string>()
  for (const call of listCalls(session, 'token')) {
    const form = readForm(call)
    const code = form.get('pre-authorized_code') ?? form.get('code')
    if (code === null) continue
    yield concludeOn(VCIWALLET['CODE-ONCE'], !used.has(code), 'another token is requested with it')
    if (isSuccess(call) && readAnswer(call).access_token !== undefined) used.add(code)
  }
}

const protectedEndpoints = ['credential', 'deferred', 'notification'] as const

const schemes: ReadonlyMap<string, string> = new Map([
  ['bearer', 'bearer'],
  ['dpop', 'dpop'],
])

/** A wallet may try without a token first; once at least each endpoint gets one. */
function* checkTokens(session: WalletSession): Generator<SessionResult> {
  const tokens = listTokens(session)
  if (tokens.some(({ type }) => !schemes.has(type))) return
  for (const endpoint of protectedEndpoints) {
    const calls = listCalls(session, endpoint)
    const isGood = calls.some((call) => {
      const scheme = call.request.headers.authorization?.split(/\s/, 1)[0]?.toLowerCase()
      const found = findToken(call, tokens)
      return found !== undefined && schemes.get(found.type) === scheme
    })
    if (calls.length > 0) yield concludeOn(VCIWALLET['ACCESS-TOKEN'], isGood, `${nameCalls(calls)} has none`)
  }
}

/** Names that the issuer gave, and the wallet has to give back. */
function* checkIdentifiers(session: WalletSession): Generator<SessionResult> {
  const tables = [
    [VCIWALLET.TRANSACTION, 'deferred', 'transaction_id', 'invalid_transaction_id'],
    [VCIWALLET.NOTIFICATION, 'notification', 'notification_id', 'invalid_notification_id'],
  ] as const
  for (const [row, endpoint, name, error] of tables) {
    const calls = listCalls(session, endpoint)
    const known = new Set(calls.filter(isSuccess).map((call) => session.read(call)?.[name]))
    const isForeign = (call: WalletCall): boolean =>
      readText(readAnswer(call).error) === error && !known.has(session.read(call)?.[name])
    if (calls.length > 0) yield concludeOn(row, !calls.some(isForeign), `\`${name}\` is not known to the issuer`)
  }
}
