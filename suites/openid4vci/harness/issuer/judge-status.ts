import { TransportError } from '../../../../model/errors.ts'
import { type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { computeThumbprint, type Jwk, listKeys } from '../../../../protocol/jose/jwk.ts'
import { verifySignature } from '../../../../protocol/jose/signature-algorithms.ts'
import { readHttpResponse, readMediaType } from '../../../../protocol/status-list/http-response.ts'
import { readSecuredToken, type SecuredToken } from '../../../../protocol/status-list/secured-token.ts'
import { readChain } from '../../../../protocol/x509/certificate.ts'
import { isAnchored } from '../../../../protocol/x509/chain.ts'
import type { Caller } from '../../../../src/harness/fetch-document.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import { conclude } from '../../../../src/judge/conclusion.ts'
import { exitCodesByConclusion } from '../../../../src/terminal/exit-codes.ts'
import type { VerifyOptions } from '../../../../src/verify/verify.ts'
import { verifyText } from '../../../../src/verify/verify-text.ts'
import { listProblem } from '../../../kit/results.ts'
import { SDVC } from '../../../sd-jwt-vc/requirements.ts'
import { checkPlace, type StatusPlace } from '../../../token-status-list/check-place.ts'
import { callLists, type ServiceAnswer } from '../../../token-status-list/harness/call-status-service.ts'
import { TSAGG } from '../../../token-status-list/requirements.ts'
import { readIssued } from '../../issued-credential.ts'
import type { FoundIssuer } from './find-issuer.ts'
import type { TestWallet } from './wallet.ts'

/** Lists that are fetched in one test, at most. */
const mostLists = 5

/** Names a credential by its number, from 0. */
export type CredentialNames = (i: number) => string

interface StatusContext {
  readonly issuer: FoundIssuer
  readonly wallet: TestWallet
  readonly options: VerifyOptions
  /** The keys that the issuer publishes for its credentials. */
  readonly published?: JsonObject
  readonly names: CredentialNames
}

/** Fetches and judges the status lists of credentials, each list once, and says whether they have an entry for each credential. */
export async function judgeStatus(credentials: readonly string[], context: StatusContext): Promise<void> {
  const { wallet, names } = context
  for (const [i, credential] of credentials.entries()) {
    const place = readIssued(credential)?.place
    if (!place || !/^https?:/i.test(place.uri) || !URL.canParse(place.uri)) continue
    const lists = await findLists(place, credential.includes('~'), context)
    for (const list of lists) wallet.journal.mark(`the status of ${names(i)}`, checkPlace(place, list))
  }
}

/** What is at the address of a list, in each format that can be read. */
async function findLists(
  { uri }: StatusPlace,
  isSdJwt: boolean,
  { issuer, wallet, options, published }: StatusContext,
): Promise<readonly SecuredToken[]> {
  const { journal, lists } = wallet
  const known = lists.get(uri)
  if (known || lists.size >= mostLists) return known ?? []
  lists.set(uri, [])
  if (new URL(uri).origin !== new URL(issuer.id).origin) {
    note(wallet, 'a status list of the credentials is hosted by another party, and was not fetched')
    return []
  }
  const caller: Caller = { call: (request) => wallet.send(request, 'message') }
  const name = lists.size > 1 ? `status list ${lists.size}` : 'the status list'
  const answers = await askForLists(() => callLists(caller, uri, name, 'message'))
  const tokens = answers.flatMap(({ text }) => readToken(text) ?? [])
  lists.set(uri, tokens)
  if (answers.length === 0) note(wallet, `${name} cannot be fetched`)
  for (const answer of answers) {
    const { source, text, request } = answer
    const token = readToken(text)
    const known = { ...options, ...chooseKeys(token, options, published) }
    judgeList(source, text, { ...known, request, profile: 'token-status-list', as: 'status-list-response' }, wallet)
    const { lists: profile } = wallet.profile
    if (token && profile)
      judgeList(source, readHttpResponse(text).body, { ...known, profile, as: 'status-list-token' }, wallet)
  }
  if (isSdJwt && answers.some(({ text }) => isFound(text))) journal.mark(name, [describeFormat(answers, tokens)])
  const isAggregated = tokens.some(({ claims }) => Object(claims.status_list).aggregation_uri !== undefined)
  const problem =
    issuer.server.status_list_aggregation_endpoint === undefined ? 'there is no `status_list_aggregation_endpoint`' : ''
  if (isAggregated) journal.mark('the metadata of the authorization server', [listProblem(TSAGG.ANNOUNCED, problem)])
  return tokens
}

/** What a service answers; nothing, where it cannot be reached, or redirects without an end. */
async function askForLists(ask: () => Promise<readonly ServiceAnswer[]>): Promise<readonly ServiceAnswer[]> {
  try {
    return (await attemptCalls(ask)) ?? []
  } catch (error) {
    if (error instanceof TransportError) return []
    throw error
  }
}

function note({ journal }: TestWallet, text: string): void {
  if (!journal.notes.includes(text)) journal.notes.push(text)
}

const isFound = (text: string): boolean => {
  const { status } = readHttpResponse(text)
  return status >= 200 && status <= 299
}

function readToken(text: string): SecuredToken | undefined {
  const read = attempt(() => readSecuredToken(readHttpResponse(text).body.trim()))
  return 'value' in read ? read.value : undefined
}

/** The list of an SD-JWT VC is a JWT, whatever else there is. */
function describeFormat([first]: readonly ServiceAnswer[], tokens: readonly SecuredToken[]) {
  const type = first && readMediaType(readHttpResponse(first.text))
  const isThere = tokens.some(({ format }) => format === 'jwt')
  return listProblem(
    SDVC['STATUS-JWT'],
    isThere ? '' : `it is not a JWT, and its media type is \`${type?.slice(0, 60)}\``,
  )
}

interface ListOptions extends VerifyOptions {
  readonly as: 'status-list-response' | 'status-list-token'
}

/**
 * Judges a list, or the response that has it. What stays open is said in a note, and in no result: a credential names its
 * list, and not who signs it.
 */
function judgeList(source: string, text: string, options: ListOptions, wallet: TestWallet): void {
  const verdict = verifyText(text, { ...options, now: wallet.now() })
  const open = verdict.results.filter(({ outcome }) => outcome === 'cantTell')
  const results = verdict.results.filter((each) => !open.includes(each))
  const conclusion = conclude(results, verdict.rules)
  if (conclusion !== 'nonconformant')
    for (const { requirement, reason } of open) note(wallet, `${source}: ${requirement.id} was not judged: ${reason}`)
  if (conclusion === 'inconclusive') return
  const code = exitCodesByConclusion[conclusion]
  wallet.journal.addCase({ source, verdict: { ...verdict, results, conclusion, kind: options.as }, code }, text)
}

/**
 * The keys by which a list is verified: a trusted certificate in it, or a key that was given and that it names. A published key
 * counts where it made the signature, or where the list names its thumbprint: who else signs at this host may use the same
 * identifiers, but no other key has this one.
 */
function chooseKeys(
  token: SecuredToken | undefined,
  { jwks, anchors }: VerifyOptions,
  published: JsonObject | undefined,
): Pick<VerifyOptions, 'jwks' | 'anchors' | 'issuerMetadata'> {
  const none = { anchors: undefined, jwks: undefined, issuerMetadata: undefined }
  const [signed] = token?.signatures ?? []
  if (!signed) return none
  const { x5c, kid, alg } = signed.header
  const chain = attempt(() => readChain(x5c))
  if ('value' in chain) return anchors && isAnchored(chain.value, anchors) ? { ...none, anchors } : none
  const isNamed = (key: Jwk): boolean => kid !== undefined && key.kid === kid
  const isMeant = (key: Jwk): boolean => isNamed(key) && computeThumbprint(key) === kid
  const named = [...listKeys(jwks ?? {}).filter(isNamed), ...listKeys(published ?? {}).filter(isMeant)]
  const { signingInput, signature } = signed
  const own = listKeys(published ?? {}).filter(
    (key) => verifySignature(readText(alg), key, signingInput, signature).isValid,
  )
  const all = [...named, ...own.map(({ kid: _, ...key }) => key)]
  return all.length > 0 ? { ...none, jwks: { keys: all } } : none
}
