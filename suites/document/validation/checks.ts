import { type Check, checkArtefact } from '../../../model/check.ts'
import { collectContents, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import type { Role } from '../../../model/role.ts'
import { describeKind } from '../../../protocol/encoding/json.ts'
import type { Claim } from '../../../protocol/sd-jwt/claim.ts'
import { isIdentifying, serializePerson } from '../claims/person.ts'
import { readClaims } from '../disclosure/reading.ts'
import { collectIssuances } from '../kit/issuance.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { findSharedCredentials } from '../population/population.ts'
import { FIELD, TOKEN_FORMAT, TOKEN_HEADER, UID } from './decisions.ts'
import { VAL } from './requirements.ts'
import { hasCheckDigit } from './verhoeff.ts'

const spellings = ['encryted_credential_request', 'encrypted_credential_request'] as const

const field = checkArtefact(VAL.FIELD, 'validation-request', function* (body, { decide }) {
  const decided = decide(FIELD)
  const names = decided === 'either' ? spellings : [decided]
  if (names.some((name) => typeof body[name] === 'string' && body[name] !== '')) return undefined
  const other = spellings.find((name) => body[name] !== undefined && !names.includes(name))
  const diagnosis = other && `it is spelled \`${other}\`, as under validate.field = ${other}`
  yield finding(`/${names[0]}`, 'a non-empty string', describeKind(body[names[0] ?? '']), diagnosis)
  return undefined
})

const checkDigit = checkArtefact(VAL.VERHOEFF, 'validation-request', function* ({ uid }, { decide }) {
  if (decide(UID) !== 'verhoeff') return notApplicable('identity numbers have no check digit, by decision')
  if (typeof uid !== 'string' || !/^\d{12}$/.test(uid)) return inconclusive('`uid` is not twelve digits')
  if (!hasCheckDigit(uid)) yield finding('/uid', 'a valid check digit', 'an invalid one')
  return undefined
})

/** The name of an authentication scheme is case-insensitive (RFC 9110, section 11.1). */
const tokenFormats = { bearer: /^bearer +[^\s,]+$/i, bare: /\S/ } as const

const token = checkMessages(VAL.TOKEN, function* ({ messages }, { decide }) {
  const header = decide(TOKEN_HEADER)
  const format = decide(TOKEN_FORMAT)
  const calls = selectMessagesTo(messages, 'validate')
  if (calls.length === 0) return inconclusive('no validation request was sent')
  for (const { message } of calls) {
    const value = message.request.headers[header.toLowerCase()]
    if (value !== undefined && tokenFormats[format].test(value)) continue
    const expected = format === 'bearer' ? 'a session token after `Bearer`' : 'a session token'
    const actual = value === undefined ? 'nothing' : 'another value'
    yield finding(header, expected, `${actual}, in session ${message.session}`)
  }
  return undefined
})

interface SentBody {
  readonly by: Role
  readonly what: string
  readonly side: ParsedMessage['request']
}

/** Only the bodies are looked at: media types have a requirement of their own. The form of error responses is not defined. */
const json = checkMessages(VAL.JSON, function* ({ messages, tested }) {
  const bodies = selectMessagesTo(messages, 'validate').flatMap((call): readonly SentBody[] => [
    { by: call.message.from, what: 'request', side: call.request },
    ...(hasSucceeded(call) ? [{ by: call.message.to, what: 'response', side: call.response }] : []),
  ])
  const own = bodies.filter(({ by }) => tested.has(by))
  if (!tested.has('issuer') && !tested.has('identity app'))
    return notApplicable('the target takes no part in validation')
  if (own.length === 0) return inconclusive('no validation request was sent')
  for (const { what, side } of own) {
    const problem = side[0]?.problem
    if (problem?.code === 'json' || problem?.code === 'utf8') yield finding(what, 'JSON', problem.message)
  }
  return undefined
})

interface SentHolder {
  readonly session: string
  readonly uid: string | undefined
  readonly token: string
}

const readToken = (value = ''): string => value.split(/\s+/).at(-1) ?? ''

/** Whether two holders with tokens of their own were sent with one token, or one with the token of the other. */
const isTokenOfOther = ({ accounts = {} }: Exchange, one: SentHolder, other: SentHolder): boolean => {
  const [own, foreign] = [accounts[one.session], accounts[other.session]]
  if (!own || !foreign || own.uid === foreign.uid || own.sessionToken === foreign.sessionToken) return false
  return (
    one.token !== '' &&
    (one.token === foreign.sessionToken || (one.token === other.token && one.token !== own.sessionToken))
  )
}

const sameHolder = checkExchange(VAL['SAME-HOLDER'], function* (exchange, { decide }) {
  const header = decide(TOKEN_HEADER).toLowerCase()
  const sent = selectMessagesTo(exchange.messages, 'validate').flatMap((call): readonly SentHolder[] => {
    const { session, from, request } = call.message
    if (from !== 'identity app') return []
    const [body] = collectContents([call], 'validation-request')
    return [
      { session, uid: typeof body?.uid === 'string' ? body.uid : undefined, token: readToken(request.headers[header]) },
    ]
  })
  const known = sent.filter(({ session, uid }) => uid !== undefined && exchange.uids[session] !== undefined)
  for (const each of known) {
    // VAL-UID is about the form: spaces between the digits are no other holder.
    if (each.uid?.replaceAll(/\D/g, '') !== exchange.uids[each.session]?.replaceAll(/\D/g, ''))
      yield finding(`${each.session}: /uid`, 'the `uid` of the holder who shares', 'another `uid`')
    if (sent.some((other) => isTokenOfOther(exchange, each, other)))
      yield finding(
        `${each.session}: ${header}`,
        'the session token of the holder who shares',
        'the token of another holder',
      )
  }
  return known.length > 0 ? undefined : inconclusive('no validation request was sent, or its holder is not known')
})

/** A validation request for a holder, and the claims of the credential that was issued for it. */
interface HolderIssuance {
  readonly uid: string
  readonly session: string
  readonly claims: readonly Claim[]
}

const holder = checkExchange(VAL.HOLDER, function* (exchange, context) {
  const issued = collectIssuances(exchange).flatMap(({ session, call, credentials }): readonly HolderIssuance[] => {
    const [body] = collectContents([call], 'validation-request')
    const uid = typeof body?.uid === 'string' ? body.uid : exchange.uids[session]
    const [credential] = credentials
    return uid === undefined || !credential ? [] : [{ uid, session, claims: readClaims(credential, context).claims }]
  })
  for (const { uid, session, claims } of issued) {
    const masked = claims.find(({ name }) => name === 'MaskedUID')?.value
    if (typeof masked === 'string' && isMaskOfAnother(masked, uid))
      yield finding('MaskedUID', 'digits of `uid`', `other digits, in session ${session}`)
  }
  for (const { session } of findSharedCredentials(exchange, context))
    yield finding(`${session}: credential`, 'a credential for this holder', 'one that was issued to another holder')
  const identified = issued.filter(({ claims }) => isIdentifying(claims))
  if (new Set(identified.map(({ uid }) => uid)).size < 2)
    return inconclusive('fewer than two holders have credentials that identify them')
  for (const [i, issuance] of identified.entries()) {
    const other = identified.slice(0, i).find((before) => isMixedUp(issuance, before))
    if (other) {
      const actual = `the credential in session ${issuance.session} is about the holder of session ${other.session}`
      yield finding('', 'a credential about the holder with this `uid`', actual)
    }
  }
  return undefined
})

/** Whether a masked number shows a digit that `uid` does not have at this position. Other forms of a mask are not read. */
function isMaskOfAnother(masked: string, uid: string): boolean {
  const characters = [...masked.replaceAll(/[\s-]/g, '')]
  if (characters.length !== 12 || uid.length !== 12) return false
  return characters.some((character, i) => /\d/.test(character) && character !== uid[i])
}

/** Whether two holders received credentials about the same person. */
const isMixedUp = (one: HolderIssuance, other: HolderIssuance): boolean =>
  one.uid !== other.uid && serializePerson(one.claims) === serializePerson(other.claims)

export const checks: readonly Check[] = [
  checkSchema(VAL.UID, 'validation-request'),
  checkDigit,
  field,
  checkSchema(VAL.RESPONSE, 'validation-response'),
  token,
  sameHolder,
  json,
  holder,
]
