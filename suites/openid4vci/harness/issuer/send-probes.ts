import type { HttpResponse } from '../../../../model/wire.ts'
import { type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { findMediaType, isSuccess, readBody } from '../../../../src/harness/calls.ts'
import { Obstacle, showWords } from '../../../../src/harness/obstacle.ts'
import { nameKey, readIssued } from '../../issued-credential.ts'
import { type IssuerProbe, issuerProbes, type ProbeNeed } from '../../issuer-probes.ts'
import { VCIENC, VCIUSE } from '../../requirements.ts'
import { listCredentials } from '../../session-checks.ts'
import { sendClientProbes } from '../authorization/send-client-probes.ts'
import { sendCodeProbes } from '../authorization/send-code-probes.ts'
import { sendRefreshProbes } from '../authorization/send-refresh.ts'
import type { FoundIssuer } from './find-issuer.ts'
import { addAnswer, addOpenAnswer, attemptOffer, hasToken, markTokenError, type Question } from './judge-answers.ts'
import { describeError, type GivenOffer, type ReadOffer, readOffer } from './read-offer.ts'
import { sendDpopProbes } from './send-dpop-probes.ts'
import {
  fetchCredential,
  fetchDeferred,
  fetchJudgedToken,
  fetchToken,
  isBound,
  isTaken,
  makeTokenForm,
  openGrant,
  type RequestEnd,
  readInterval,
  sendNotification,
} from './session.ts'
import type { Grant, TestWallet } from './wallet.ts'
import {
  canEncryptRequests,
  chooseProofType,
  chooseResponseEncryption,
  findUnoffered,
  isRequired,
  readBatchSize,
} from './write-request.ts'

/** The flow that came before the probes. */
export interface Played {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly grant: Grant
  readonly usedTransaction?: string
  readonly notificationId?: string
}

type NextOffer = () => Promise<GivenOffer | undefined>

/** Sends every probe that applies. Those that use up an offer come last. */
export async function sendProbes(played: Played, wallet: TestWallet, nextOffer: NextOffer): Promise<void> {
  await sendCredentialProbes(played, wallet, nextOffer)
  await sendDeferredProbes(played, wallet)
  await sendNotificationProbes(played, wallet)
  const place = { ...played, nextOffer }
  await sendDpopProbes(place, played.grant, wallet)
  await sendClientProbes(place, wallet)
  await sendRefreshProbes(place, wallet)
  const { issuer, offer } = played
  if (offer.code === undefined) await sendCodeProbes(issuer, offer, wallet)
  else await sendTokenProbes(played, wallet, nextOffer)
  await wallet.profile.sendProbes?.(place, played.grant, wallet)
}

/** Access tokens for probes: one that can be used again, or another one each time. */
interface Supply {
  /** Whether one token is enough for all. */
  readonly isReusable: boolean
  readonly next: () => Promise<Grant | undefined>
  /** Whether the valid request is still taken. */
  readonly control: () => Promise<boolean>
}

async function openSupply({ issuer, offer, grant }: Played, wallet: TestWallet, nextOffer: NextOffer): Promise<Supply> {
  const isReusable = isTaken(await fetchCredential(issuer, grant, wallet))
  const next = async (): Promise<Grant | undefined> => {
    if (isReusable) return grant
    const given = await nextOffer()
    if (given) return openGrant(issuer, await readOffer(given, wallet), wallet)
    // A user can authorize the wallet again.
    return offer.code === undefined ? openGrant(issuer, offer, wallet) : undefined
  }
  const control = async (): Promise<boolean> => {
    const own = await next()
    return own !== undefined && isTaken(await fetchCredential(issuer, own, wallet))
  }
  return { isReusable, next, control }
}

/** Probes without an answer, after which no others are sent. */
const mostLost = 3

async function sendCredentialProbes(played: Played, wallet: TestWallet, nextOffer: NextOffer): Promise<void> {
  const { issuer } = played
  const needs = listNeeds(played, wallet)
  const supply = await openSupply(played, wallet, nextOffer)
  const held: IssuerProbe[] = []
  let before: string | undefined
  let lost = 0
  for (const probe of issuerProbes.filter(
    (each) => each.needs.every((need) => needs.has(need)) && wallet.journal.selects(each),
  )) {
    const own = await attemptOffer(supply.next)
    if (!own) {
      addInconclusive(wallet, probe, 'it takes another offer: the access token can be used once')
      continue
    }
    const source = `the answer to ${probe.description}`
    const given = { source, ...(probe.change.reuses && before !== undefined && { nonce: before }) }
    const end = await attemptOffer(() => fetchCredential(issuer, own, wallet, probe.change, given))
    if (!end) {
      addInconclusive(wallet, probe, 'there was no answer')
      if (++lost > mostLost) throw new Obstacle('several probes had no answer: the others were not sent')
      continue
    }
    before = end.prepared.nonce
    if (await judgeProbe(probe, end, wallet, supply)) held.push(probe)
  }
  const refused = supply.isReusable ? await repeatRefused(held, played, wallet) : held
  if (await attemptOffer(async () => ((await supply.control()) ? true : undefined))) return
  for (const probe of refused) {
    const place = wallet.journal.trials.findIndex(({ id }) => id === probe.id)
    wallet.journal.trials.splice(place, place < 0 ? 0 : 1)
    addInconclusive(wallet, probe, 'refused, and so is the valid request at the end')
  }
}

/** Sends a second time what was refused: some receivers validate until they have refused. */
async function repeatRefused(
  held: readonly IssuerProbe[],
  { issuer, grant }: Played,
  wallet: TestWallet,
): Promise<readonly IssuerProbe[]> {
  const accepted: IssuerProbe[] = []
  for (const probe of held.filter(({ change }) => !change.reuses)) {
    const source = `the answer to ${probe.description}, again`
    const end = await attemptOffer(() => fetchCredential(issuer, grant, wallet, probe.change, { source }))
    if (end?.outcome !== 'issued' || isForSoundKeys(end) || isEncryptedOtherwise(probe, end)) continue
    const { id, row, description, obligation } = probe
    const about = {
      id,
      row,
      description,
      expected: 'refused' as const,
      ...(obligation !== undefined && { obligation }),
    }
    const outcome = obligation === undefined ? 'remark' : 'failed'
    wallet.journal.add({ ...about, outcome, actual: 'refused at first, then issued' })
    accepted.push(probe)
  }
  return held.filter((probe) => !accepted.includes(probe))
}

/** What an issuer has, as far as probes need it. */
function listNeeds({ issuer, grant, offer }: Played, { dpop }: TestWallet): ReadonlySet<ProbeNeed> {
  const { metadata } = issuer
  const chosen = chooseProofType(grant)
  const isJwt = chosen?.type === 'jwt'
  const size = readBatchSize(metadata)
  const hasDpop = dpop !== undefined && isBound(grant.type)
  const isNonced = dpop?.nonces.has(new URL(readText(metadata.credential_endpoint)).origin) === true
  const [request, response] = ['credential_request_encryption', 'credential_response_encryption']
  const all: Readonly<Record<ProbeNeed, boolean>> = {
    jwt: isJwt,
    proofs: chosen !== undefined,
    nonce: metadata.nonce_endpoint !== undefined,
    unoffered: offer.code !== undefined && findUnoffered(issuer, grant) !== undefined,
    'no-nonce': metadata.nonce_endpoint === undefined,
    // One key attestation may be about all keys: then several proofs are not needed.
    batch: isJwt && size >= 2 && !chosen.needsAttestation,
    several: isJwt && size < 50,
    identifiers: grant.identifiers.length > 0,
    dpop: hasDpop,
    'dpop-nonces': hasDpop && isNonced,
    'dpop-times': hasDpop && !isNonced,
    attestation: isJwt && chosen.needsAttestation,
    'attestation-alone': chosen?.type === 'attestation',
    'request-encryption': canEncryptRequests(metadata),
    'request-encryption-required': isRequired(metadata, request),
    'response-encryption': chooseResponseEncryption(metadata) !== undefined,
    'response-encryption-required': isRequired(metadata, response),
  }
  return new Set((Object.keys(all) as ProbeNeed[]).filter((need) => all[need])) // the keys of a closed table
}

const addInconclusive = (
  { journal }: TestWallet,
  { id, row, description, obligation }: IssuerProbe,
  actual: string,
): void =>
  journal.add({
    id,
    row,
    description,
    outcome: 'inconclusive',
    actual,
    ...(obligation !== undefined && { obligation }),
  })

/** Judges how a probe ended. Returns whether it was refused as it should be. */
async function judgeProbe(probe: IssuerProbe, end: RequestEnd, wallet: TestWallet, supply: Supply): Promise<boolean> {
  const { id, row, description, obligation } = probe
  const { journal } = wallet
  const expected = probe.expects === 'issuance' ? ('accepted' as const) : ('refused' as const)
  const about = { id, row, description, expected, ...(obligation !== undefined && { obligation }) }
  const isBinding = obligation !== undefined
  if (end.outcome === 'limited') {
    addInconclusive(wallet, probe, `the issuer answers ${end.response.status}: it limits requests`)
    return false
  }
  if (end.outcome === 'unclear') {
    addInconclusive(wallet, probe, 'its answer cannot be read')
    return false
  }
  if (probe.expects === 'issuance') {
    const isOff = !isTaken(end) && !(await attemptOffer(async () => ((await supply.control()) ? true : undefined)))
    if (isOff) addInconclusive(wallet, probe, 'refused, and so is the valid request')
    else
      journal.add({
        ...about,
        outcome: isTaken(end) ? 'held' : isBinding ? 'failed' : 'remark',
        actual: isTaken(end) ? 'taken' : `refused: ${describeError(end.response)}`,
      })
    return false
  }
  if (isTaken(end)) {
    // A deferred credential may still be refused: the proofs are looked at later.
    const isLate = end.outcome === 'deferred' && !isDecidedNow(probe)
    const isMissed = end.outcome === 'issued' && isForSoundKeys(end)
    if (isMissed) journal.add({ ...about, outcome: 'held', actual: 'a credential for the other key alone' })
    else if (isLate) addInconclusive(wallet, probe, 'deferred')
    else if (isEncryptedOtherwise(probe, end)) journal.add({ ...about, outcome: 'remark', actual: 'taken' })
    else journal.add({ ...about, outcome: isBinding ? 'failed' : 'remark', actual: end.outcome })
    return isMissed
  }
  journal.add({ ...about, outcome: 'held', actual: `refused: ${describeError(end.response)}` })
  noteError(probe, end.response, wallet)
  return true
}

/** Whether nothing that comes later could make an answer right. */
const isDecidedNow = ({ row }: IssuerProbe): boolean =>
  row.id === VCIUSE.AUTHORIZED.id || row.id === VCIUSE.UNSUPPORTED.id

/** Whether credentials were issued for those keys alone whose proofs are right. */
function isForSoundKeys({ content = {}, prepared: { keys, soundKeys } }: RequestEnd): boolean {
  const credentials = listCredentials(content)
  if (soundKeys.length === 0 || soundKeys.length === keys.length) return false
  const known = new Set<string | undefined>(soundKeys.map(nameKey))
  return credentials.length <= soundKeys.length && credentials.every((each) => known.has(readIssued(each)?.holder))
}

/** What is encrypted gives away nothing, however it was wished for. */
const isEncryptedOtherwise = ({ row }: IssuerProbe, { response }: RequestEnd): boolean =>
  row.id === VCIENC.WANTED.id && readBody(response) === undefined

/** Looks at the error of a probe that was refused. */
function noteError(probe: IssuerProbe, response: HttpResponse, { journal }: TestWallet): void {
  const { error } = readBody(response) ?? {}
  // What is not supported is not covered by the access token either: an error of authorization is as good.
  if (probe.row.id === VCIUSE.UNSUPPORTED.id && response.status !== 401 && response.status !== 403) {
    const problem = describeBadRequest(response)
    journal.mark(probe.description, [{ row: probe.row, ...(problem !== undefined && { problem }) }])
  }
  if (probe.isAboutContent) markCode(response, probe.description, { journal })
  if (probe.error !== undefined && error !== probe.error && error !== 'invalid_request')
    journal.notes.push(
      `${probe.description}: the error is ${typeof error === 'string' ? `\`${showWords(error)}\`` : 'absent'}; the specification has \`${probe.error}\``,
    )
}

/** What is wrong with the content of a request has a code of its own. */
function markCode(response: HttpResponse, source: string, { journal }: Pick<TestWallet, 'journal'>): void {
  const { error } = readBody(response) ?? {}
  if (response.status === 401 || response.status === 403 || response.status >= 500 || typeof error !== 'string') return
  const row = VCIUSE.CODES
  journal.mark(source, [error === 'invalid_request' ? { row, problem: 'the error is `invalid_request`' } : { row }])
}

/** Why a response is not 400 with a JSON object that has an error. */
function describeBadRequest(response: HttpResponse): string | undefined {
  if (response.status !== 400) return `the status code is ${response.status}`
  if (findMediaType(response) !== 'application/json') return `the media type is ${showWords(findMediaType(response))}`
  return typeof readBody(response)?.error === 'string' ? undefined : 'there is no `error`'
}

const citeSection = (number: string): string => `OpenID4VCI 1.0, section ${number}`

/** Seconds that a probe waits for a deferred credential. */
const longestWait = 60

async function sendDeferredProbes({ issuer, grant, usedTransaction }: Played, wallet: TestWallet): Promise<void> {
  if (issuer.metadata.deferred_credential_endpoint === undefined) return
  const ask = (content: JsonObject, token?: null) =>
    fetchDeferred(issuer, grant, wallet, content, token === null ? null : grant.token)
  const refuse = async (question: Question, content: JsonObject, token?: null): Promise<void> => {
    const first = await ask(content, token)
    if (first.outcome === 'limited') return
    const second = isTaken(first) ? first : await ask(content, token) // a validation may end with its first refusal
    const end = isTaken(second) ? second : first
    addAnswer(wallet, question, !isTaken(end), isTaken(end) ? end.outcome : `refused: ${describeError(end.response)}`)
    if (!isTaken(end)) markCode(end.response, question.description, wallet)
  }
  const invented = { transaction_id: 'a transaction of nowhere' }
  await refuse(
    { row: VCIUSE.TRANSACTION, description: 'a deferred request that was made up', obligation: citeSection('9.3') },
    invented,
  )
  if (usedTransaction === undefined) return
  const used = { transaction_id: usedTransaction }
  await refuse(
    {
      row: VCIUSE['TRANSACTION-ONCE'],
      description: 'a deferred request whose credential was obtained',
      obligation: citeSection('9.1'),
    },
    used,
  )
  const second = await fetchCredential(issuer, grant, wallet)
  if (second.outcome !== 'deferred' || second.transactionId === undefined) return
  const open = { transaction_id: second.transactionId }
  await refuse(
    { row: VCIUSE.AUTHORIZED, description: 'a deferred request without an access token', obligation: citeSection('9') },
    open,
    null,
  )
  const interval = readInterval(second.content?.interval)
  if (interval > longestWait) return // a wallet that comes earlier may be refused
  await wallet.wait(interval)
  const end = await ask({ ...open, 'x-note': 'a' })
  const isUsualTaken = isTaken(end) || isTaken(await ask(open))
  const question = {
    row: VCIUSE.IGNORES,
    description: 'a deferred request with a parameter that is not known',
    obligation: citeSection('9.1'),
  }
  if (!isUsualTaken) return addOpenAnswer(wallet, question, 'refused, and so is the same request without it')
  addAnswer(wallet, question, isTaken(end), isTaken(end) ? 'taken' : `refused: ${describeError(end.response)}`)
}

async function sendNotificationProbes({ issuer, grant, notificationId }: Played, wallet: TestWallet): Promise<void> {
  if (issuer.metadata.notification_endpoint === undefined) return
  const event = 'credential_accepted'
  const invented = { notification_id: 'a notification of nowhere', event }
  const first = await sendNotification(issuer, grant, wallet, invented)
  // A validation may end with its first refusal.
  const second = first && !isSuccess(first) ? await sendNotification(issuer, grant, wallet, invented) : undefined
  const foreign = second && isSuccess(second) ? second : first
  if (foreign) {
    const problem = describeBadRequest(foreign)
    const question = {
      row: VCIUSE['NOTIFICATION-ID'],
      description: 'a notification that was made up',
      obligation: citeSection('11.3'),
    }
    addAnswer(wallet, question, problem === undefined, problem ?? `refused: ${describeError(foreign)}`)
    if (problem === undefined) markNotificationCode(foreign, wallet)
  }
  if (notificationId === undefined) return
  const good = { notification_id: notificationId, event }
  const bare = await sendNotification(issuer, grant, wallet, good, null)
  const unknown = {
    row: VCIUSE.AUTHORIZED,
    description: 'a notification without an access token',
    obligation: citeSection('11.3'),
  }
  if (bare) addAnswer(wallet, unknown, !isSuccess(bare), isSuccess(bare) ? 'taken' : `refused: ${describeError(bare)}`)
  const more = await sendNotification(issuer, grant, wallet, { ...good, 'x-note': 'a' })
  const question = {
    row: VCIUSE.IGNORES,
    description: 'a notification with a parameter that is not known',
    obligation: citeSection('11.1'),
  }
  if (!more) return
  if (isSuccess(more)) return addAnswer(wallet, question, true, 'taken')
  const usual = await sendNotification(issuer, grant, wallet, good)
  if (usual && isSuccess(usual)) addAnswer(wallet, question, false, `refused: ${describeError(more)}`)
  else addOpenAnswer(wallet, question, 'refused, and so is the same notification without it')
}

const notificationErrors = ['invalid_notification_id', 'invalid_notification_request']

function markNotificationCode(response: HttpResponse, { journal }: TestWallet): void {
  const row = VCIUSE['NOTIFICATION-CODE']
  const { error } = readBody(response) ?? {}
  const isNamed = notificationErrors.some((each) => each === error)
  journal.mark('a notification that was made up', [isNamed ? { row } : { row, problem: 'the error is another one' }])
}

async function sendTokenProbes({ issuer, offer }: Played, wallet: TestWallet, nextOffer: NextOffer): Promise<void> {
  const refuse = async (question: Question, form: Readonly<Record<string, string>>): Promise<void> => {
    const first = await fetchToken(issuer, form, wallet)
    if (first.status === 429) return
    const second = hasToken(first) ? first : await fetchToken(issuer, form, wallet) // it may end with its first refusal
    const response = hasToken(second) ? second : first
    const isRefused = !hasToken(response)
    addAnswer(wallet, question, isRefused, isRefused ? `refused: ${describeError(response)}` : 'it gets a token')
    if (isRefused) markTokenError(response, question.description, wallet)
  }
  const form = makeTokenForm(offer, wallet)
  const invented = { ...form, 'pre-authorized_code': 'a-code-of-nowhere' }
  await refuse(
    { row: VCIUSE.CODE, description: 'a token request with a code that was made up', obligation: citeSection('6.3') },
    invented,
  )
  await refuse(
    { row: VCIUSE['CODE-ONCE'], description: 'the same token request again', obligation: citeSection('4.1.1') },
    form,
  )
  const other = await attemptOffer(nextOffer)
  if (!other) {
    wallet.journal.notes.push(
      'further offers, by --offer, would also show how wrong transaction codes and further parameters are taken',
    )
    return
  }
  const fresh = await readOffer(other, wallet)
  const own = makeTokenForm(fresh, wallet)
  const { tx_code: code, ...bare } = own
  if (code !== undefined) {
    await refuse(
      {
        row: VCIUSE['TX-CODE'],
        description: 'a token request without the transaction code',
        obligation: citeSection('6.1 and 6.3'),
      },
      bare,
    )
    const wrong = { ...own, tx_code: changeCode(code) }
    await refuse(
      {
        row: VCIUSE['TX-CODE'],
        description: 'a token request with another transaction code',
        obligation: citeSection('6.3'),
      },
      wrong,
    )
  }
  await sendDetails(issuer, wallet, nextOffer)
  await sendUnknownParameter(issuer, code === undefined ? fresh : undefined, wallet, nextOffer)
}

/** A code of the same form. */
const changeCode = (code: string): string =>
  [...code].map((each) => (/\d/.test(each) ? String((Number(each) + 1) % 10) : each === 'a' ? 'b' : 'a')).join('')

/** A token request that says for which credential it is. */
async function sendDetails(issuer: FoundIssuer, wallet: TestWallet, nextOffer: NextOffer): Promise<void> {
  const { authorization_details_types_supported: types } = issuer.server
  const given = Array.isArray(types) && types.includes(detailType) ? await attemptOffer(nextOffer) : undefined
  if (!given) return
  const offer = await readOffer(given, wallet)
  const [id = ''] = Array.isArray(offer.content.credential_configuration_ids)
    ? offer.content.credential_configuration_ids
    : []
  const detail = { type: detailType, credential_configuration_id: id, locations: [issuer.id] }
  const form = { ...makeTokenForm(offer, wallet), authorization_details: JSON.stringify([detail]) }
  const response = await fetchJudgedToken(issuer, form, wallet)
  const { authorization_details: details } = readBody(response) ?? {}
  if (!hasToken(response)) return // it may not want to say for this grant
  const isThere = Array.isArray(details) && details.length > 0
  const question = {
    row: VCIUSE.DETAILS,
    description: 'a token request with `authorization_details`',
    obligation: citeSection('6.2'),
  }
  addAnswer(wallet, question, isThere, isThere ? 'there are details' : 'the token response has none')
}

const detailType = 'openid_credential'

async function sendUnknownParameter(
  issuer: FoundIssuer,
  fresh: ReadOffer | undefined,
  wallet: TestWallet,
  nextOffer: NextOffer,
): Promise<void> {
  const given = fresh ? undefined : await attemptOffer(nextOffer)
  const offer = fresh ?? (given && (await readOffer(given, wallet)))
  if (!offer) return
  const response = await fetchJudgedToken(issuer, { ...makeTokenForm(offer, wallet), 'x-note': 'a' }, wallet)
  const question = {
    row: VCIUSE.IGNORES,
    description: 'a token request with a parameter that is not known',
    obligation: citeSection('6.1'),
  }
  addAnswer(wallet, question, hasToken(response), hasToken(response) ? 'taken' : `refused: ${describeError(response)}`)
}
