import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { isSuccess, readBody } from '../../../../src/harness/calls.ts'
import { concludeJournal } from '../../../../src/harness/conclude-journal.ts'
import { openJournal } from '../../../../src/harness/journal.ts'
import { Obstacle, reportObstacle } from '../../../../src/harness/obstacle.ts'
import { recordCalls, type TestRecording } from '../../../../src/harness/recording.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import { type BeginPart, createProbeQueue } from '../../../../src/harness/side-by-side/probe-queue.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import type { Concurrency } from '../../../../src/wire/client/tempo.ts'
import { listProblem } from '../../../kit/results.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { isEncrypted } from '../../values.ts'
import { VPUSE } from '../../verifier/requirements.ts'
import { checkAddresses, checkCodes, checkNonces, checkStates } from '../../verifier/session-checks.ts'
import { readRequest } from './read-request.ts'
import { sendProbes } from './send-probes.ts'
import { sendResponse } from './send-response.ts'
import { sendSequences } from './send-sequences.ts'
import type { GivenRequest, ResponseEnd, Sessions, VerifierProfile, VpRequest, VpWallet } from './session.ts'
import { findListProblem, type ListCall } from './status-lists.ts'
import { canChange, makeVpResponse } from './write-response.ts'

/** How a verifier is tested. */
export interface VerifierTest {
  /** Gives the next request; nothing, if there is none. */
  readonly nextRequest: () => Promise<GivenRequest | undefined>
  readonly profile: VerifierProfile
  readonly hasProbes: boolean
  readonly options: TestOptions
  /** How many probes are sent at a time. */
  readonly concurrency: Concurrency
  readonly wallet: Omit<VpWallet, 'journal' | 'options' | 'profile'>
}

/** Answers requests as a wallet does, judges all that the verifier sends, and sends it probes. */
export async function playVerifier(test: VerifierTest): Promise<Seen> {
  const journal = openJournal({ ...test.options, profile: test.profile.suite })
  journal.recording.begin('exchange', 'a valid presentation, before anything else')
  const send = recordCalls(test.wallet.send, journal.recording, way)
  const wallet: VpWallet = { ...test.wallet, send, options: test.options, journal, profile: test.profile }
  const current = { recording: journal.recording }
  test.wallet.lists?.watch(({ request, response, kind }) =>
    current.recording.add({
      ...ways[kind],
      request,
      response,
      sentAt: Math.round(wallet.now() * 1000),
      milliseconds: 0,
    }),
  )
  const sent: SentRequests = { requests: new Map(), addresses: [] }
  const obstacle = await reportObstacle(() =>
    playSessions(test, openSessions(test, wallet, sent), makeParts({ test, wallet, sent, current })),
  )
  const requests = [...sent.requests.values()]
  for (const [source, compared] of [
    [`the nonces of ${requests.length} requests`, checkNonces(requests.flatMap(({ nonce }) => readText(nonce) || []))],
    [`the keys of ${requests.length} requests`, test.profile.checkRequests?.(requests)],
    [`the states of ${requests.length} requests`, checkStates(requests)],
    [`the secrets in ${sent.addresses.length} addresses`, checkCodes(sent.addresses)],
    [`the addresses after ${sent.addresses.length} responses`, checkAddresses(sent.addresses)],
  ] as const)
    if (compared) journal.mark(source, [compared])
  return concludeJournal(journal, { rows: test.profile.rows, role: 'verifier', hasProbes: test.hasProbes }, obstacle)
}

/** What is wrong with a request for the metadata of an issuer (SD-JWT VC, section 4.1). */
function findFault({ request: { method, url } }: ListCall): string {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return `the method is ${method}`
  return url.endsWith('/') ? 'the path ends with the slash of `iss`, which has to be removed' : ''
}

const way = { from: 'wallet', to: 'verifier' } as const

interface Parting {
  readonly test: VerifierTest
  readonly wallet: VpWallet
  readonly sent: SentRequests
  /** Where requests for documents are recorded: lists are served to one session at a time. */
  readonly current: { recording: TestRecording }
}

/** Makes sessions for probes that are sent side by side. What they saw is their own until then. */
const makeParts =
  ({ test, wallet, sent, current }: Parting): BeginPart<Sessions> =>
  (watch) => {
    const { journal, merge } = wallet.journal.beginPart(watch)
    const own: SentRequests = { requests: new Map(), addresses: [] }
    current.recording = journal.recording
    const send = recordCalls(test.wallet.send, journal.recording, way)
    return {
      wallet: openSessions(test, { ...wallet, journal, send }, own),
      journal,
      merge: () => {
        merge()
        current.recording = wallet.journal.recording
        for (const [link, request] of own.requests) sent.requests.set(link, request)
        sent.addresses.push(...own.addresses)
      },
    }
  }

/** How the requests for documents are recorded. */
const ways = {
  issuer: { from: 'verifier', to: 'issuer', endpoint: 'jwt-vc-issuer' },
  list: { from: 'verifier', to: 'status service', endpoint: 'status_list' },
  type: { from: 'verifier', to: 'issuer', endpoint: 'type-metadata' },
  plain: { from: 'verifier', to: 'issuer', endpoint: 'other' },
} as const

interface SentRequests {
  /** By the link: the same link is the same request. */
  readonly requests: Map<string, JsonObject>
  readonly addresses: string[]
}

/** Below this, a value may be part of another by accident. */
const shortestKnown = 8

/** An address without what was in the request: who began a session knows that. */
const hideKnown = (address: string, { state, nonce }: JsonObject): string =>
  [readText(state), readText(nonce)]
    .flatMap((each) => [each, encodeURIComponent(each)])
    .filter(({ length }) => length >= shortestKnown)
    .reduce((text, known) => text.replaceAll(known, ''), address)

function openSessions(test: VerifierTest, wallet: VpWallet, { requests, addresses }: SentRequests): Sessions {
  return {
    wallet,
    open: async (reading) => {
      const given = await test.nextRequest()
      const request = given && (await readRequest(given, wallet, reading))
      if (request) requests.set(request.link, request.parameters)
      return request
    },
    respond: async (request, change, source) => {
      const prepared = makeVpResponse(request, wallet, change)
      const end = await sendResponse(request, prepared.content, wallet, {
        source,
        isValid: Object.keys(change).length === 0,
      })
      const address = readText(readBody(end.response)?.redirect_uri)
      // Responses of one session may lead to the same address.
      if (isSuccess(end.response) && address !== '' && !change.isRetried)
        addresses.push(hideKnown(address, request.parameters))
      return { ...end, prepared }
    },
  }
}

async function playSessions(test: VerifierTest, sessions: Sessions, beginPart: BeginPart<Sessions>): Promise<void> {
  const request = await sessions.open({ isJudged: true })
  if (!request) throw new Obstacle('there is no request')
  const first = await sessions.respond(request, {}, 'the answer to the response')
  markLists(sessions.wallet)
  await markDefault(request, first, sessions)
  await markUnused(request, first, sessions)
  if (first.outcome === 'refused')
    throw new Obstacle(
      `the valid presentation is rejected: ${describeError(first.response)}; a verifier has to trust its issuer: see --write-trust`,
    )
  if (first.outcome === 'unknown') sessions.wallet.journal.notes.push(noResult)
  if (!test.hasProbes) return
  const { journal } = sessions.wallet
  journal.recording.beginProbes()
  const queue = createProbeQueue({ concurrency: test.concurrency, journal, role: 'verifier', beginPart })
  try {
    await sendProbes({ request, first }, sessions, queue)
    await sendSequences(sessions)
  } finally {
    await queue.describe()
  }
}

/** Says whether a verifier that names no content encryption reads the one by default; it is refused where it reads another. */
async function markDefault(
  request: VpRequest,
  { outcome }: ResponseEnd,
  { wallet, open, respond }: Sessions,
): Promise<void> {
  const { client_metadata: metadata } = request.parameters
  const isNamed = isObject(metadata) && metadata.encrypted_response_enc_values_supported !== undefined
  if (!isEncrypted(request.parameters) || isNamed) return
  const next = outcome === 'refused' ? await open({ isJudged: false }) : undefined
  const other = next && (await respond(next, { enc: 'A256GCM' }, 'the answer to a response by A256GCM'))
  const isOther = other?.outcome === 'accepted'
  if (outcome === 'refused' && !isOther) return
  const problem = isOther ? 'it reads A256GCM, and not A128GCM' : ''
  wallet.journal.mark('a response by the default content encryption', [listProblem(VPUSE['ENC-DEFAULT'], problem)])
}

/** Says whether a verifier takes a credential with claims that stay hidden; it is refused where one without them is taken. */
async function markUnused(request: VpRequest, { outcome }: ResponseEnd, sessions: Sessions): Promise<void> {
  const { wallet, open, respond } = sessions
  const change = { presentation: 'whole' } as const
  if (outcome === 'unknown' || !canChange(change.presentation, request, wallet)) return
  const next = outcome === 'refused' ? await open({ isJudged: false }) : undefined
  const other = next && (await respond(next, change, 'the answer to a presentation that hides nothing'))
  const isOther = other?.outcome === 'accepted'
  if (outcome === 'refused' && !isOther) return
  const problem = isOther ? 'it accepts a credential of which every claim is shown, but not one with hidden claims' : ''
  wallet.journal.mark('a presentation with hidden claims', [listProblem(VPUSE.UNUSED, problem)])
}

/** Says whether the list of the valid credential was requested as it has to be. */
function markLists({ lists, journal }: VpWallet): void {
  const [call] = lists?.select() ?? []
  const problem = call && findListProblem(call)
  if (call) journal.mark('the request for a status list', [listProblem(VPUSE['LIST-ASKED'], problem ?? '')])
  const [own] = lists?.selectIssuer() ?? []
  if (own)
    journal.mark('the request for the metadata of the issuer', [listProblem(VPUSE['ISSUER-ASKED'], findFault(own))])
  const types = lists?.selectTypes()
  if (types && types.own > 0)
    journal.mark('the requests for type metadata', [
      listProblem(VPUSE['TYPE-EXTENDS'], types.next > 0 ? '' : 'the types that the type extends are not fetched'),
    ])
}

const noResult =
  'an answer of 200 says that a response was processed, not that it was accepted: pass --result to test that too'
