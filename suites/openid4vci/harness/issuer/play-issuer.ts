import type { KnownFacts } from '../../../../model/finding.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import { type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { listKeys } from '../../../../protocol/jose/jwk.ts'
import { isSuccess, readBody, type Send } from '../../../../src/harness/calls.ts'
import { concludeJournal } from '../../../../src/harness/conclude-journal.ts'
import { openJournal } from '../../../../src/harness/journal.ts'
import { Obstacle, reportObstacle } from '../../../../src/harness/obstacle.ts'
import { recordCalls } from '../../../../src/harness/recording.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import { createProbeQueue } from '../../../../src/harness/side-by-side/probe-queue.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import type { Concurrency } from '../../../../src/wire/client/tempo.ts'
import { checkEphemeralKeys } from '../../../jose/ephemeral-keys.ts'
import { listProblem } from '../../../kit/results.ts'
import {
  checkDetailTypes,
  checkDpopAlgorithms,
  checkDpopNonces,
  checkPublicKeys,
} from '../../../oauth/exchange-checks.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { VCIAUTH } from '../../../oauth/requirements.ts'
import { VCIENC, VCITOKEN, VCIUSE } from '../../requirements.ts'
import {
  checkGuessed,
  checkNonces,
  checkOffers,
  checkOrder,
  checkSalts,
  checkSecrets,
  listCredentials,
} from '../../session-checks.ts'
import { canAttest, makeInstance } from '../authorization/authenticate-client.ts'
import { makeDpopKey } from './dpop.ts'
import { type FoundIssuer, findIssuer, readPlainOrigin } from './find-issuer.ts'
import { checkCodes, isBusy } from './judge-answers.ts'
import { judgeCredentials } from './judge-credentials.ts'
import { judgeSignedMetadata } from './judge-signed-metadata.ts'
import type { CredentialNames } from './judge-status.ts'
import type { Played } from './probes/played.ts'
import { sendProbes } from './probes/send-probes.ts'
import { type GivenOffer, type OfferReader, type OfferTexts, type ReadOffer, readOffer } from './read-offer.ts'
import {
  fetchCredential,
  fetchNonce,
  isTaken,
  listOfferedNames,
  openGrant,
  sendNotification,
  waitForCredential,
} from './session.ts'
import type { Grant, IssuerProfile, TestWallet } from './wallet.ts'
import { makeParts, ways } from './wallet-part.ts'
import { chooseProofType, readBatchSize } from './write-request.ts'

/** How an issuer is tested. */
export interface IssuerTest {
  readonly send: Send
  /** Gives the next offer; nothing, if there is none. */
  readonly nextOffer: () => Promise<GivenOffer | undefined>
  readonly profile: IssuerProfile
  readonly hasProbes: boolean
  /** Seconds for which a deferred credential is awaited. */
  readonly patience: number
  readonly options: TestOptions
  /** How many probes are sent at a time. */
  readonly concurrency: Concurrency
  readonly wallet: Omit<
    TestWallet,
    'send' | 'call' | 'journal' | 'profile' | 'issued' | 'sound' | 'given' | 'lists' | 'offers'
  >
}

/** What an issuer gives to sessions that may have the same again. */
const guessed: ReadonlySet<string> = new Set(['pre-authorized_code', 'access_token', 'refresh_token'])

/** Obtains a credential as a wallet does, judges all that the issuer sends, and sends it probes. */
export async function playIssuer(test: IssuerTest): Promise<Seen> {
  const journal = openJournal({ ...test.options, profile: test.profile.suite })
  journal.recording.begin('exchange', 'a valid exchange, before anything else')
  const send = recordCalls(test.send, journal.recording, ways)
  const wallet: TestWallet = {
    ...test.wallet,
    patience: test.patience,
    send,
    call: test.send,
    journal,
    profile: test.profile,
    issued: [],
    sound: [],
    given: new Map(),
    lists: new Map(),
    offers: [],
  }
  const obstacle = await reportObstacle(() => playFlow(test, wallet))
  for (const [name, texts] of wallet.given) {
    const own = guessed.has(name)
      ? checkGuessed(VCITOKEN.GUESSED, texts, wallet.now())
      : checkSecrets(VCIAUTH.FRESH, texts)
    if (own) journal.mark(`each \`${name}\` of ${texts.length}`, [own])
  }
  for (const [source, own] of [
    [`${wallet.issued.length} credentials`, checkOrder(wallet.issued)],
    [`${wallet.offers.length} offers by reference`, checkOffers(wallet.offers)],
    ['all token requests', checkCodes(journal.recording)],
  ] as const)
    if (own) journal.mark(source, [own])
  journal.mark(`${wallet.issued.length} credentials`, checkSalts(wallet.issued, wallet.now()))
  const nonces = journal.recording.messages.flatMap(({ response }) => response?.headers['dpop-nonce'] ?? [])
  journal.mark('the nonces for DPoP proofs', checkDpopNonces(nonces, wallet.now()))
  const sealed = journal.recording.messages.flatMap(({ response }) => response?.body ?? [])
  journal.mark('encrypted responses', checkEphemeralKeys(VCIENC.EPHEMERAL, sealed))
  journal.mark(`${wallet.issued.length} credentials`, test.profile.checks?.issued?.(wallet.issued) ?? [])
  return concludeJournal(journal, { rows: test.profile.rows, role: 'issuer', hasProbes: test.hasProbes }, obstacle)
}

async function playFlow(test: IssuerTest, wallet: TestWallet): Promise<void> {
  const { journal, send } = wallet
  const given = await test.nextOffer()
  if (!given) throw new Obstacle('there is no offer')
  const judgeUnusable: OfferReader['judgeUnusable'] = (texts, named) =>
    judgeOffer(texts, readPlainOrigin(texts.uri ?? named), wallet)
  const offer = await readOffer(given, { ...wallet, judgeUnusable })
  const issuer = await findIssuer(offer, send, journal, ({ id, metadata, plainOrigin }) =>
    judgeOffer(offer, { issuer: id, issuerMetadata: metadata, plainOrigin }, wallet),
  )
  await judgeSignedMetadata(issuer, wallet)
  if (issuer.plainOrigin !== undefined)
    journal.notes.push(`${issuer.plainOrigin} is on this machine: whether its addresses are HTTPS was not judged`)
  journal.mark('the metadata of the authorization server', checkDpopAlgorithms(issuer.server))
  await judgeServer(issuer, wallet)
  const { checks = {}, dpop: usualDpop } = wallet.profile
  journal.mark('the metadata of the authorization server', checks.servers?.(issuer) ?? [])
  const dpop = makeDpopKey(issuer.server, usualDpop)
  const instance = makeInstance(issuer.server, wallet.attestationKey)
  if (!instance && canAttest(issuer.server))
    journal.notes.push(
      'wallets can authenticate with attestations: pass the key of their provider with --attestation-key',
    )
  const note = instance && wallet.profile.note?.(wallet)
  if (note !== undefined) journal.notes.push(note)
  const able = { ...wallet, ...(dpop && { dpop }), ...(instance && { instance }) }
  await playSession({ ...test, issuer, offer }, able)
}

/** Judges what the authorization server says of itself, and the keys that it publishes. */
async function judgeServer({ server, servers, metadata }: FoundIssuer, { journal, send }: TestWallet): Promise<void> {
  const source = 'the metadata of the authorization server'
  if (server.authorization_endpoint !== undefined && servers) journal.mark(source, checkDetailTypes(servers, metadata))
  const { jwks_uri: url } = server
  if (typeof url !== 'string' || !URL.canParse(url)) return
  const response = await send({ method: 'GET', url, headers: { accept: 'application/json' } }, 'message')
  if (isSuccess(response))
    journal.mark('the keys of the authorization server', [checkPublicKeys(listKeys(readBody(response)))])
}

interface Session extends IssuerTest {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
}

/** Everything from the token on. */
async function playSession({ issuer, offer, ...test }: Session, wallet: TestWallet): Promise<void> {
  const grant = await openGrant(issuer, offer, wallet)
  wallet.journal.mark('the token request', wallet.profile.checks?.token?.(wallet) ?? [])
  await compareNonces(issuer, wallet)
  const first = await fetchCredential(issuer, grant, wallet)
  markNonce(issuer, first.response, wallet)
  if (!isTaken(first)) throw new Obstacle(`the credential request is rejected: ${describeError(first.response)}`)
  const end =
    first.outcome === 'deferred' ? await waitForCredential(issuer, grant, wallet, first, test.patience) : first
  if (end.outcome !== 'issued')
    throw new Obstacle(`the deferred credential is rejected: ${describeError(end.response)}`)
  const judge = (credentials: readonly JsonValue[], names?: CredentialNames): Promise<void> =>
    judgeCredentials(credentials, grant, issuer, { wallet, options: test.options, ...(names && { names }) })
  await judge(listCredentials(end.content ?? {}))
  if (!test.hasProbes && first.outcome === 'issued') await judgeBatch(issuer, grant, wallet, judge)
  await judgeAttested(issuer, grant, wallet)
  const missing = await judgeOthers(issuer, grant, wallet, test)
  await judgeOtherScopes({ issuer, offer, ...test }, grant, wallet)
  wallet.sound.splice(0)
  await confirm(issuer, grant, wallet, end.notificationId)
  const used = first.outcome === 'deferred' ? { usedTransaction: first.transactionId ?? '' } : {}
  const confirmed = end.notificationId === undefined ? {} : { notificationId: end.notificationId }
  if (test.hasProbes) await sendJudgedProbes({ issuer, offer, grant, ...used, ...confirmed }, wallet, test, judge)
  if (missing !== undefined) throw new Obstacle(missing)
}

/** Sends probes. What was asked for in between, as it has to be, is judged as the first is. */
async function sendJudgedProbes(
  played: Played,
  wallet: TestWallet,
  { nextOffer, concurrency }: IssuerTest,
  judge: JudgeIssued,
): Promise<void> {
  const { journal } = wallet
  journal.recording.beginProbes()
  const queue = createProbeQueue({ concurrency, journal, role: 'issuer', beginPart: makeParts(wallet) })
  try {
    await sendProbes({ ...played, nextOffer, queue }, wallet)
  } finally {
    await queue.describe()
    await judge(wallet.sound, (i) => `later credential ${i + 1}`)
  }
}

type JudgeIssued = (credentials: readonly JsonValue[], names: CredentialNames) => Promise<void>

/** How many credentials are asked for at once. */
const batchSize = 2

/** Asks for several credentials at once, where the issuer says that it issues them. With probes, one of them does. */
async function judgeBatch(issuer: FoundIssuer, grant: Grant, wallet: TestWallet, judge: JudgeIssued): Promise<void> {
  if (readBatchSize(issuer.metadata) < batchSize || chooseProofType(grant)?.type !== 'jwt') return
  const source = 'the response to a batch'
  const { outcome, content = {} } = await fetchCredential(issuer, grant, wallet, { count: batchSize }, { source })
  if (outcome === 'issued') await judge(listCredentials(content), (i) => `credential ${i + 1} of a batch`)
}

/** Asks for a credential for each of several keys in one key attestation, where the issuer says that it issues several. */
async function judgeAttested(issuer: FoundIssuer, grant: Grant, wallet: TestWallet): Promise<void> {
  if (readBatchSize(issuer.metadata) < batchSize || chooseProofType(grant)?.needsAttestation !== true) return
  const source = 'the response to a key attestation of several keys'
  const change = { count: batchSize, attests: 'both' } as const
  const { outcome, content = {} } = await fetchCredential(issuer, grant, wallet, change, { source })
  const { length } = listCredentials(content)
  const problem = length === batchSize ? '' : `${length} credentials for ${batchSize} keys`
  if (outcome === 'issued') wallet.journal.mark(source, [listProblem(VCIUSE['ATTESTED-COUNT'], problem)])
}

/** The most credentials of an offer that are asked for. */
const mostOffered = 10

/** Asks for every other credential of the offer, and judges it as the first. Returns which one is not had: it was not judged. */
async function judgeOthers(
  issuer: FoundIssuer,
  grant: Grant,
  wallet: TestWallet,
  test: IssuerTest,
): Promise<string | undefined> {
  let missing: string | undefined
  for (const [i, other] of grant.others.slice(0, mostOffered).entries()) {
    const name = `credential ${i + 2} of the offer`
    const obstacle = await reportObstacle(() => judgeOther(issuer, { ...grant, ...other }, wallet, { ...test, name }))
    if (obstacle !== undefined) missing ??= `${name}: ${obstacle}`
  }
  return missing
}

/** An authorization request has the scope of one credential: what else is offered takes a request of its own, and is judged as well. */
async function judgeOtherScopes({ issuer, offer, ...test }: Session, grant: Grant, wallet: TestWallet): Promise<void> {
  if (offer.code !== undefined) return
  const had = [grant, ...grant.others].map(({ configurationId }) => configurationId)
  const left = listOfferedNames(offer).filter((id) => !had.includes(id))
  for (const [i, id] of left.slice(0, mostOffered).entries()) {
    const name = `credential ${had.length + i + 1} of the offer`
    const alone = { ...offer, content: { ...offer.content, credential_configuration_ids: [id] } }
    const obstacle = await reportObstacle(async () =>
      judgeOther(issuer, await openGrant(issuer, alone, wallet), wallet, { ...test, name }),
    )
    if (obstacle !== undefined) wallet.journal.notes.push(`${name} was not judged: ${obstacle}`)
  }
}

async function judgeOther(
  issuer: FoundIssuer,
  grant: Grant,
  wallet: TestWallet,
  { name, patience, options }: IssuerTest & { readonly name: string },
): Promise<void> {
  const first = await fetchCredential(issuer, grant, wallet, {}, { source: `the response for ${name}` })
  const end = first.outcome === 'deferred' ? await waitForCredential(issuer, grant, wallet, first, patience) : first
  if (end.outcome !== 'issued') throw new Obstacle(`it is rejected: ${describeError(end.response)}`)
  const names = (i: number): string => (i === 0 ? name : `${name}, number ${i + 1}`)
  await judgeCredentials(listCredentials(end.content ?? {}), grant, issuer, { wallet, options, names })
}

function judgeOffer({ link, json = '', response }: OfferTexts, facts: KnownFacts, { journal }: TestWallet): void {
  if (link !== undefined) journal.judge('the link', link, 'vci-offer-link', facts)
  if (response !== undefined) journal.judge('the offer', response, 'vci-http-response', facts)
  else if (link === undefined) journal.judge('the offer', json, 'vci-offer', facts)
}

/** An issuer that wants nonces says where they are. */
function markNonce({ metadata }: FoundIssuer, response: HttpResponse, { journal }: TestWallet): void {
  if (metadata.nonce_endpoint !== undefined) return
  const { error, c_nonce: nonce } = readBody(response) ?? {}
  const sign = error === 'invalid_nonce' ? 'the error is `invalid_nonce`' : 'the error has a `c_nonce`'
  const isWanted = error === 'invalid_nonce' || (error !== undefined && nonce !== undefined)
  const problem = isWanted ? `there is no \`nonce_endpoint\`, and ${sign}` : ''
  journal.mark('the credential response', [listProblem(VCIUSE['NONCE-OFFERED'], problem)])
}

/** Nonces that are asked for, to see whether they follow one another. */
const comparedNonces = 6

async function compareNonces(issuer: FoundIssuer, wallet: TestWallet): Promise<void> {
  if (issuer.metadata.nonce_endpoint === undefined) return
  const nonces: string[] = []
  for (let i = 0; i < comparedNonces; i++) nonces.push(readText(await fetchNonce(issuer, wallet)))
  const compared = checkNonces(nonces, wallet.now())
  if (compared) wallet.journal.mark(`${comparedNonces} nonces`, [compared])
}

/** Tells the issuer that its credential arrived, twice: that is allowed. */
async function confirm(issuer: FoundIssuer, grant: Grant, wallet: TestWallet, id: string | undefined): Promise<void> {
  if (id === undefined || issuer.metadata.notification_endpoint === undefined) return
  for (const source of ['a notification', 'the same notification again']) {
    const response = await sendNotification(issuer, grant, wallet, {
      notification_id: id,
      event: 'credential_accepted',
    })
    const row = VCIUSE.NOTIFIED
    if (!response || isBusy(response)) return
    wallet.journal.mark(source, [
      isSuccess(response) ? { row } : { row, problem: `it is answered by ${describeError(response)}` },
    ])
    const { 'NO-CONTENT': advice } = VCIUSE
    const problem = `the status code is ${response.status}`
    if (isSuccess(response))
      wallet.journal.mark(source, [response.status === 204 ? { row: advice } : { row: advice, problem }])
  }
}
