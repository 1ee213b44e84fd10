import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { readBody } from '../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { VCIAUTH } from '../../../oauth/requirements.ts'
import type { WantedCredential } from '../../actors/wallet/write-request.ts'
import type { FoundIssuer } from '../issuer/find-issuer.ts'
import { addAnswer, addOpenAnswer, hasToken } from '../issuer/judge-answers.ts'
import type { ReadOffer } from '../issuer/read-offer.ts'
import { fetchCredential, fetchGrant, fetchToken, isTaken } from '../issuer/session.ts'
import type { Grant, TestWallet } from '../issuer/wallet.ts'
import { fetchCode, makeAuthorization, writeDetails } from './authorization.ts'

interface Offered {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly wallet: TestWallet
}

/** The first two credentials of an offer. */
function listOffered({ issuer: { metadata }, offer: { content } }: Offered): readonly WantedCredential[] {
  const { credential_configurations_supported: all } = metadata
  const { credential_configuration_ids: ids } = content
  return (Array.isArray(ids) ? ids.slice(0, 2) : []).map(readText).flatMap((id) => {
    const configuration = isObject(all) && Object.hasOwn(all, id) ? all[id] : undefined
    return isObject(configuration) ? [{ id, configuration }] : []
  })
}

/** Asks for two credentials at once, where two are offered. */
export async function sendSeveral(given: Offered): Promise<void> {
  const offered = listOffered(given)
  const [first, second] = offered
  if (!first || !second) return
  if (offered.every(({ configuration: { scope } }) => typeof scope === 'string'))
    await askByScopes(given, first, second)
  const { authorization_details_types_supported: types } = given.issuer.server
  if (Array.isArray(types) && types.includes('openid_credential')) await askForPart(given, first, second)
}

async function askByScopes({ issuer, offer, wallet }: Offered, ...both: readonly WantedCredential[]): Promise<void> {
  const { form, verifier } = makeAuthorization(issuer, offer, wallet)
  const scope = both.map(({ configuration }) => readText(configuration.scope)).join(' ')
  const token = await attemptCalls(() => fetchCode(issuer, { form: { ...form, scope }, verifier }, wallet))
  const opened = token && (await attemptCalls(() => fetchGrant(issuer, offer, token, wallet)))
  const description = 'an authorization request with the scopes of two offered credentials'
  const question = { row: VCIAUTH['SCOPES-EACH'], description }
  if (!opened) {
    // A user, or the server, may have a reason that has nothing to do with the scopes.
    const usual = await attemptCalls(() => fetchCode(issuer, { form, verifier }, wallet))
    if (usual) addAnswer(wallet, question, false, 'there is no token')
    else addOpenAnswer(wallet, question, 'there is no token, nor is there one for the first of them')
    return
  }
  // RFC 6749, section 3.3: a server may grant a part of what is asked for, and says so.
  if (!grantsAll(opened.body, both)) return
  const refused: string[] = []
  let isOpen = false
  for (const { id, configuration } of both) {
    const grant: Grant = { ...opened.grant, ...findIdentifiers(opened.body, id), configurationId: id, configuration }
    const source = `the response for ${id.slice(0, 60)}`
    const end = await attemptCalls(() => fetchCredential(issuer, grant, wallet, {}, { source }))
    if (!end) isOpen = true
    else if (!isTaken(end)) refused.push(id.slice(0, 60))
  }
  // Where neither is had, something else than the scopes is wrong.
  if (isOpen) addOpenAnswer(wallet, question, 'one of them cannot be asked for')
  else if (refused.length < both.length)
    addAnswer(wallet, question, !refused[0], refused[0] ? `${refused[0]} is rejected` : 'both are issued')
}

function grantsAll({ scope }: JsonObject, wanted: readonly WantedCredential[]): boolean {
  const granted = typeof scope === 'string' ? scope.split(' ') : undefined
  return granted === undefined || wanted.every(({ configuration }) => granted.includes(readText(configuration.scope)))
}

function findIdentifiers({ authorization_details: list }: JsonObject, id: string): Pick<Grant, 'identifiers'> {
  const own = (Array.isArray(list) ? list.filter(isObject) : []).find((each) => each.credential_configuration_id === id)
  const ids = own?.credential_identifiers
  return { identifiers: Array.isArray(ids) ? ids.map(readText) : [] }
}

async function askForPart(
  { issuer, offer, wallet }: Offered,
  first: WantedCredential,
  second: WantedCredential,
): Promise<void> {
  const { form, verifier } = makeAuthorization(issuer, offer, wallet)
  const { scope: _, ...rest } = form
  const all = JSON.stringify([first, second].flatMap(({ id }) => JSON.parse(writeDetails(id, issuer.id))))
  const both = { ...rest, authorization_details: all }
  const token = await attemptCalls(() => fetchCode(issuer, { form: both, verifier }, wallet))
  if (!token) return
  const part = { ...token, authorization_details: writeDetails(second.id, issuer.id) }
  const response = await fetchToken(issuer, part, wallet)
  const { authorization_details: given } = readBody(response) ?? {}
  const ids = (Array.isArray(given) ? given.filter(isObject) : []).map((each) => each.credential_configuration_id)
  const isPart = hasToken(response) && ids.length === 1 && ids[0] === second.id
  const question = { row: VCIAUTH.SUBSET, description: 'a token request for one of two credentials' }
  const actual = hasToken(response) ? `it gets a token for ${ids.length} credentials` : describeError(response)
  addAnswer(wallet, question, isPart, actual)
}
