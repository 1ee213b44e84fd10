import { readText } from '../../../protocol/encoding/json.ts'
import { checkDpopAlgorithms } from '../../../suites/openid4vci/oauth-checks.ts'
import { requirements, VCIUSE } from '../../../suites/openid4vci/requirements.ts'
import { checkNonces, listCredentials } from '../../../suites/openid4vci/session-checks.ts'
import type { VerifyOptions } from '../../verify/verify.ts'
import { canAttest, makeInstance } from '../authorization/authenticate-client.ts'
import { isSuccess, type Send } from '../tested/calls.ts'
import { openJournal } from '../tested/journal.ts'
import { Obstacle } from '../tested/obstacle.ts'
import { listUntested, type Seen } from '../tested/seen.ts'
import { makeDpopKey } from './dpop.ts'
import { type FoundIssuer, findIssuer } from './find-issuer.ts'
import { judgeCredentials } from './judge-credentials.ts'
import { describeError, type GivenOffer, type ReadOffer, readOffer } from './read-offer.ts'
import { sendProbes } from './send-probes.ts'
import { fetchCredential, fetchNonce, isTaken, openGrant, sendNotification, waitForCredential } from './session.ts'
import type { Grant, TestWallet } from './wallet.ts'

/** How an issuer is tested. */
export interface IssuerTest {
  readonly send: Send
  /** Gives the next offer; nothing, if there is none. */
  readonly nextOffer: () => Promise<GivenOffer | undefined>
  readonly hasProbes: boolean
  /** Seconds for which a deferred credential is awaited. */
  readonly patience: number
  readonly options: VerifyOptions
  readonly wallet: Omit<TestWallet, 'send' | 'journal'>
}

/** Obtains a credential as a wallet does, judges all that the issuer sends, and sends it probes. */
export async function playIssuer(test: IssuerTest): Promise<Seen> {
  const journal = openJournal({ ...test.options, profile: 'openid4vci-1.0' })
  const wallet: TestWallet = { ...test.wallet, send: test.send, journal }
  let obstacle: string | undefined
  try {
    await playFlow(test, wallet)
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error
    obstacle = error.message
  }
  const { cases, trials, notes } = journal
  return {
    cases,
    trials,
    notes,
    untested: listUntested(cases, trials, requirements, 'issuer'),
    ...(obstacle !== undefined && { obstacle }),
  }
}

async function playFlow(test: IssuerTest, wallet: TestWallet): Promise<void> {
  const { journal, send } = wallet
  const given = await test.nextOffer()
  if (!given) throw new Obstacle('there is no offer')
  const offer = await readOffer(given, wallet)
  const issuer = await findIssuer(offer, send, journal)
  judgeOffer(offer, issuer, wallet)
  if (issuer.plainOrigin !== undefined)
    journal.notes.push(`${issuer.plainOrigin} is on this machine: whether its addresses are HTTPS was not judged`)
  journal.mark('the metadata of the authorization server', checkDpopAlgorithms(issuer.server))
  const dpop = makeDpopKey(issuer.server)
  const instance = makeInstance(issuer.server, wallet.attestationKey)
  if (!instance && canAttest(issuer.server))
    journal.notes.push(
      'wallets can authenticate themselves by attestations: give the key of their provider by --attestation-key',
    )
  const able = { ...wallet, ...(dpop && { dpop }), ...(instance && { instance }) }
  await playSession({ ...test, issuer, offer }, able)
}

interface Session extends IssuerTest {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
}

/** Everything from the token on. */
async function playSession({ issuer, offer, ...test }: Session, wallet: TestWallet): Promise<void> {
  const grant = await openGrant(issuer, offer, wallet)
  await compareNonces(issuer, wallet)
  const first = await fetchCredential(issuer, grant, wallet)
  if (!isTaken(first)) throw new Obstacle(`the credential request is refused: ${describeError(first.response)}`)
  const end =
    first.outcome === 'deferred' ? await waitForCredential(issuer, grant, wallet, first, test.patience) : first
  if (end.outcome !== 'issued') throw new Obstacle(`the deferred credential is refused: ${describeError(end.response)}`)
  await judgeCredentials(listCredentials(end.content ?? {}), grant, issuer, wallet, test.options)
  await confirm(issuer, grant, wallet, end.notificationId)
  if (!test.hasProbes) return
  await sendProbes(
    {
      issuer,
      offer,
      grant,
      ...(first.outcome === 'deferred' && { usedTransaction: first.transactionId ?? '' }),
      ...(end.notificationId !== undefined && { notificationId: end.notificationId }),
    },
    wallet,
    test.nextOffer,
  )
}

function judgeOffer({ link, json = '', response }: ReadOffer, issuer: FoundIssuer, { journal }: TestWallet): void {
  const facts = { issuer: issuer.id, issuerMetadata: issuer.metadata, plainOrigin: issuer.plainOrigin }
  if (link !== undefined) journal.judge('the link', link, 'vci-offer-link', facts)
  if (response !== undefined) journal.judge('the offer', response, 'vci-http-response', facts)
  else if (link === undefined) journal.judge('the offer', json, 'vci-offer', facts)
}

/** Nonces that are asked for, to see whether they follow one another. */
const comparedNonces = 6

async function compareNonces(issuer: FoundIssuer, wallet: TestWallet): Promise<void> {
  if (issuer.metadata.nonce_endpoint === undefined) return
  const nonces: string[] = []
  for (let i = 0; i < comparedNonces; i++) nonces.push(readText(await fetchNonce(issuer, wallet)))
  const compared = checkNonces(nonces)
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
    if (!response) return
    wallet.journal.mark(source, [
      isSuccess(response) ? { row } : { row, problem: `it is answered by ${describeError(response)}` },
    ])
  }
}
