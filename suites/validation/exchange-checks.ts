import { type Context, cannotTell, finding, notHere } from '../../src/model/check.ts'
import { across, at, type ExchangeCheck, isAnswered, type Passage, readIn } from '../../src/model/exchange-check.ts'
import type { Role } from '../../src/model/requirement.ts'
import type { Claim } from '../../src/protocol/claim.ts'
import type { SdJwt } from '../../src/protocol/sd-jwt.ts'
import { readingOf } from '../disclosure/reading.ts'
import { issuancesIn } from '../issuance.ts'
import { TOKEN_FORMAT, TOKEN_HEADER } from './decisions.ts'
import { VAL } from './requirements.ts'

/** Names of authentication schemes are the same in capitals (RFC 9110, section 11.1). */
const forms = { bearer: /^bearer +[^\s,]+$/i, bare: /\S/ } as const

const token = across(VAL.TOKEN, function* ({ passages }, { decide }) {
  const header = decide(TOKEN_HEADER)
  const format = decide(TOKEN_FORMAT)
  const calls = at(passages, 'validate')
  if (calls.length === 0) return cannotTell('nothing was validated')
  for (const { hop } of calls) {
    const value = hop.asked.headers[header.toLowerCase()]
    if (value !== undefined && forms[format].test(value)) continue
    const expected = format === 'bearer' ? 'a session token behind `Bearer`' : 'a session token'
    yield finding(
      header,
      expected,
      `${value === undefined ? 'nothing' : 'something else'}, in the session ${hop.session}`,
    )
  }
  return undefined
})

interface Body {
  readonly by: Role
  readonly what: string
  readonly side: Passage['asked']
}

/** Whether a body says that it is JSON is for another row. Answers that refuse are left out: their form is not shown. */
const json = across(VAL.JSON, function* ({ passages, tested }) {
  const bodies = at(passages, 'validate').flatMap((call): readonly Body[] => [
    { by: call.hop.from, what: 'request', side: call.asked },
    ...(isAnswered(call) ? [{ by: call.hop.to, what: 'answer', side: call.replied }] : []),
  ])
  const own = bodies.filter(({ by }) => tested.has(by))
  if (!tested.has('issuer') && !tested.has('identity app'))
    return notHere('those under test take no part in a validation call')
  if (own.length === 0) return cannotTell('nothing was validated')
  for (const { what, side } of own) {
    const problem = side[0]?.problem
    if (problem?.code === 'json' || problem?.code === 'utf8') yield finding(what, 'JSON', problem.message)
  }
  return undefined
})

/** What tells one person from another, beside the name. Two people may well share all the rest. */
const telling = ['MaskedUID', 'EnrolmentNumber', 'ResidentImage', 'Mobile', 'Email']

/** Says when a credential was made, and nothing of the person. */
const ofCredential = 'CredentialIssuingDate'

interface Person {
  readonly uid: string
  readonly session: string
  readonly claims: readonly Claim[]
}

const holder = across(VAL.HOLDER, function* (exchange, context) {
  const people = issuancesIn(exchange).flatMap(({ session, call, credentials }) => {
    const [body] = readIn([call], 'validation-request')
    const uid = typeof body?.uid === 'string' ? body.uid : exchange.uids[session]
    const [credential] = credentials
    return uid === undefined || !credential ? [] : [{ uid, session, claims: claimsOf(credential, context) }]
  })
  const recognisable = people.filter(({ claims }) => isRecognisable(claims))
  if (new Set(recognisable.map(({ uid }) => uid)).size < 2)
    return cannotTell('fewer than two holders have credentials that tell who they are')
  for (const [i, person] of recognisable.entries()) {
    const other = recognisable.slice(0, i).find(isSamePersonAs(person))
    if (other) {
      const actual = `the credential in the session ${person.session} is about the holder of the session ${other.session}`
      yield finding('', 'a credential about the holder that was asked for', actual)
    }
  }
  return undefined
})

const claimsOf = (credential: SdJwt, context: Context): readonly Claim[] =>
  readingOf(credential, context).claims.filter(({ name }) => name !== ofCredential)

const isRecognisable = (claims: readonly Claim[]): boolean =>
  claims.some(({ name }) => name === 'ResidentName') && claims.some(({ name }) => telling.includes(name))

const isSamePersonAs =
  ({ uid, claims }: Person) =>
  (other: Person): boolean =>
    other.uid !== uid && statementOf(other.claims) === statementOf(claims)

/** All that is said of a person, in an order of its own. */
const statementOf = (claims: readonly Claim[]): string =>
  claims
    .map(({ name, json: value }) => JSON.stringify([name, value]))
    .toSorted()
    .join()

export const exchangeChecks: readonly ExchangeCheck[] = [token, json, holder]
