import { X509Certificate } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from '../../../../model/errors.ts'
import type { CertificateFault } from '../../../../model/probe.ts'
import { isSuccess, openWhenCalled, type Send } from '../../../../src/harness/calls.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { commandPrefix } from '../../../../src/harness/run-command.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import { chooseConcurrency } from '../../../../src/harness/side-by-side/probe-queue.ts'
import { type ServedPlace, servePlace } from '../../../../src/harness/tape/serve-place.ts'
import { takeFromTape } from '../../../../src/harness/tape/tape.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import { readWallClock } from '../../../../src/runtime/clock.ts'
import { makeKey } from '../../../../src/runtime/make-key.ts'
import { drawOctets } from '../../../../src/runtime/random.ts'
import type { VerifyOptions } from '../../../../src/verify/verify.ts'
import type { ShowCertificate } from '../../../../src/wire/server/select-certificate.ts'
import { usualVerifierSteps } from '../../actors/steps.ts'
import type { VerifierMutation } from '../../verifier/faults.ts'
import { createReferenceVpVerifier } from '../reference-verifier.ts'
import { issuerTrust, usualIssuer } from './issuer-trust.ts'
import { playVerifier } from './play-verifier.ts'
import { verifierProfile } from './profile.ts'
import { readOutput } from './read-output.ts'
import { isRequestSource, readGivenRequest } from './read-request.ts'
import type { GivenRequest, OwnCredential, VerifierProfile, VpWallet } from './session.ts'
import { createStatusLists, type PublishedIssuer } from './status-lists.ts'

/** What `assay test verifier` was asked. */
export interface ServedVerifierQuestion {
  readonly profile?: VerifierProfile
  /** Requests, or where they come from; none, for the reference verifier in this process. */
  readonly requests: readonly string[]
  readonly result?: string
  readonly own?: OwnCredential
  readonly issuer?: string
  readonly hasProbes: boolean
  readonly patience: number
  /** Whether generated credentials have a status list, which is served. */
  readonly hasStatus?: boolean
  /** Where the lists are served to a verifier that is not the reference. */
  readonly place?: ServedPlace
  /** A CA to trust, as PEM. */
  readonly ca?: string
  readonly allowPrivate: boolean
  readonly options: TestOptions
  /** What the reference verifier does otherwise. */
  readonly change?: VerifierMutation
}

/** Where the lists of the reference verifier are. */
const statusOrigin = 'https://status.example'

/** Where the reference verifier is that no socket reaches. */
const origin = 'https://verifier.example'

/** Tests a verifier, or the reference verifier where no request is given. */
export async function tryServedVerifier(question: ServedVerifierQuestion): Promise<Seen> {
  if (question.requests.length === 0) return testReference(question)
  const { requests, ca, allowPrivate } = question
  const calls = openWhenCalled({ allowPrivate, ...(ca !== undefined && { ca }) })
  try {
    const nextRequest = createRequestSource(requests, calls.send)
    const wait = (seconds: number): Promise<void> => takeFromTape('waiting', () => sleep(seconds * 1000))
    if (!question.hasStatus) return await play(question, calls.send, nextRequest, wait)
    return await serveLists(question, (served) => play(question, calls.send, nextRequest, wait, served))
  } finally {
    await calls.close()
  }
}

/** No one knows this key from elsewhere. */
const publish = (id: string): PublishedIssuer => ({ id, key: makeKey() })

type ServedLists = Pick<VpWallet, 'lists' | 'showCertificate'>

/** Serves status lists to a verifier while it is tested. */
function serveLists(question: ServedVerifierQuestion, run: (served: ServedLists) => Promise<Seen>): Promise<Seen> {
  const { place = { host: '127.0.0.1', port: 0 }, options, issuer } = question
  return servePlace(place, {
    what: 'the lists',
    create: (base) =>
      createStatusLists(base, readClock(options), issuer?.startsWith(`${base}/`) ? publish(issuer) : undefined),
    run: (lists, show) => run({ lists, ...(show && { showCertificate: show }) }),
  })
}

function play(
  question: ServedVerifierQuestion,
  send: Send,
  nextRequest: () => Promise<GivenRequest | undefined>,
  wait: (seconds: number) => Promise<void>,
  served: ServedLists = {},
): Promise<Seen> {
  const { profile = verifierProfile, hasProbes, options, own, issuer = usualIssuer, result, patience } = question
  const now = readClock(options)
  return playVerifier({
    nextRequest,
    profile,
    hasProbes,
    options,
    concurrency: chooseConcurrency(isUnattended(question), options.concurrency),
    wallet: {
      send,
      now,
      wait,
      random: drawOctets,
      issuer,
      patience,
      ...(own && { own }),
      ...served,
      ...(result !== undefined && { result }),
    },
  })
}

/** Whether requests come from an address, and no command has to act in between. Lists are served to one session at a time. */
const isUnattended = ({ requests, result = '', hasStatus = false }: ServedVerifierQuestion): boolean =>
  requests.length > 0 && requests.every(isRequestSource) && !result.startsWith(commandPrefix) && !hasStatus

const readClock = ({ now }: VerifyOptions) => (now === undefined ? readWallClock : () => now)

/** How often a source is asked. */
const mostRequests = 500

/** Gives one request after the other: those that were given as text once each, and then what sources give. */
function createRequestSource(given: readonly string[], send: Send) {
  const isSource = (text: string): boolean => text.startsWith(commandPrefix) || isRequestSource(text)
  const texts = given.filter((each) => !isSource(each))
  const source = given.find(isSource)
  let count = 0
  return async (): Promise<GivenRequest | undefined> => {
    const text = texts.shift()
    if (text !== undefined) return { text }
    if (source === undefined || count++ >= mostRequests) return undefined
    return readGivenRequest(await askSource(source, send))
  }
}

async function askSource(source: string, send: Send): Promise<string> {
  if (source.startsWith(commandPrefix)) return readOutput(source, '--request')
  const response = await send({ method: 'GET', url: source, headers: { accept: 'application/json' } }, 'configured')
  if (isSuccess(response)) return response.body
  throw new HarnessError('ERR_TARGET', `${source.replace(/\?.*/s, '')} gives no request: it answers ${response.status}`)
}

/** Plays the reference verifier in this process, as it is or with a change. */
function testReference(question: ServedVerifierQuestion): Promise<Seen> {
  const now = readClock(question.options)
  const { profile = verifierProfile, change = profile.reference.change } = question
  const published = change(usualVerifierSteps).readsIssuers ? `${statusOrigin}/issuer/` : undefined
  const lists = question.hasStatus ? createStatusLists(statusOrigin, now, published && publish(published)) : undefined
  let certificate: CertificateFault | undefined
  const showCertificate: ShowCertificate = (fault) => {
    certificate = fault
  }
  const verifier = createReferenceVpVerifier(origin, now, change, lists?.handle, () => certificate, published)
  const send: Send = async (request) => {
    if (new URL(request.url).origin !== origin)
      return stop('the reference verifier names an address that is not its own')
    return verifier.handle(request)
  }
  const anchors = question.options.anchors ?? [new X509Certificate(issuerTrust.root).toString()]
  const known = {
    ...question,
    ...(published !== undefined && { issuer: published }),
    options: { ...question.options, anchors },
  }
  return play(
    known,
    send,
    createRequestSource([verifier.requests], send),
    async () => {},
    lists ? { lists, showCertificate } : {},
  )
}
