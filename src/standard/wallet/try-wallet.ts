import type { HttpResponse } from '../../../model/wire.ts'
import type { IssuerMutation } from '../../../suites/openid4vci/issuer-changes.ts'
import type { WalletMutation } from '../../../suites/openid4vci/wallet/faults.ts'
import { openDriver } from '../../drivers/open-driver.ts'
import { createReferenceVciWallet } from '../../reference/vci-wallet.ts'
import { readPreciseClock, readWallClock } from '../../runtime/clock.ts'
import type { VerifyOptions } from '../../verify/verify.ts'
import type { ServerEncryption } from '../../wire/server/server.ts'
import type { Seen } from '../tested/seen.ts'
import { type IssuerSession, openIssuerSession } from './issuer-session.ts'
import { playWallet } from './play-wallet.ts'
import { createDrivenWallet, type Patience, type TestedWallet, waitUntilDone } from './tested-wallet.ts'

/** Where Assay is an issuer. */
export interface IssuerPlace {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string
  readonly tls?: ServerEncryption
}

/** What `assay test wallet` was asked. */
export interface WalletQuestion {
  /** How the wallet is driven; absent for the reference wallet in this process. */
  readonly wallet?: string
  readonly place: IssuerPlace
  readonly patience: Patience
  /** A CA that the control endpoint of the wallet is trusted by, as PEM. */
  readonly ca?: string
  readonly hasProbes: boolean
  readonly options: VerifyOptions
  /** What the reference wallet does otherwise. */
  readonly change?: WalletMutation
  /** Whether the reference wallet says nothing at the end, as wallets whose driver says nothing. */
  readonly isSilent?: boolean
  /** Shows an offer to a person who operates the wallet, and returns whether the wallet took it, if they know. */
  readonly show: (session: IssuerSession) => Promise<boolean | undefined>
  readonly announce: (description: string) => unknown
}

/** Tests a wallet of OpenID4VCI 1.0, or the reference wallet where none is named. */
export async function tryWallet(question: WalletQuestion): Promise<Seen> {
  const { wallet } = question
  if (wallet === undefined) return testReference(question)
  const { ca, patience } = question
  const target = { url: wallet, timeout: longest(patience), allowPrivate: true }
  const driver = await openDriver(target, 'wallet', () => ({
    environment: process.env,
    ...(ca !== undefined && { pem: { ca } }),
  }))
  return serveSessions(question, driver ? createDrivenWallet(driver, patience, readPreciseClock) : askPerson(question))
}

/** Seconds for which a driver may take: longer than one waits for the wallet. */
const longest = ({ before }: Patience): number => before + 300

/** A person hands over the offer, and may say how it ended. */
const askPerson = ({ show, patience }: WalletQuestion): TestedWallet => ({
  take: async (session) => {
    const over = new AbortController()
    const done = waitUntilDone(session, patience, over.signal, readPreciseClock).then(() => undefined)
    try {
      const accepted = await show(session)
      if (accepted === undefined) await done
      return accepted === undefined ? {} : { accepted }
    } finally {
      over.abort()
    }
  },
  close: async () => {},
})

const notFound: HttpResponse = { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' }

/** Keeps one issuer for each session. A call that names no session belongs to the one that is open. */
function createSessions(base: string, now: () => number, clock: () => number) {
  const sessions = new Map<string, IssuerSession>()
  let current: IssuerSession | undefined
  return {
    open: async (change: IssuerMutation): Promise<IssuerSession> => {
      current = await openIssuerSession(base, `s${sessions.size + 1}`, now, change, clock)
      sessions.set(current.name, current)
      return current
    },
    handle: async (request: Parameters<IssuerSession['handle']>[0]): Promise<HttpResponse> => {
      const named = /\/(s\d+)(?:\/|$)/.exec(new URL(request.url, base).pathname)?.[1]
      const session = sessions.get(named ?? '') ?? current
      return session ? session.handle(request) : notFound
    },
  }
}

/** Serves the issuers, and plays the sessions. */
async function serveSessions(question: WalletQuestion, wallet: TestedWallet): Promise<Seen> {
  const { place, options, hasProbes, announce } = question
  const { host, port, publicUrl, tls } = place
  const { serve } = await import('../../wire/server/server.ts')
  const made: { sessions?: ReturnType<typeof createSessions> } = {}
  const fixed = options.now
  const now = fixed === undefined ? readWallClock : () => fixed
  const server = await serve(
    (url) => {
      const sessions = createSessions(publicUrl ?? url, now, readPreciseClock)
      made.sessions = sessions
      return async (request) => {
        const text = await request.text()
        const call = { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) }
        const { status, headers, body } = await sessions.handle({ ...call, body: text })
        return new Response(status === 204 ? null : body, { status, headers })
      }
    },
    { host, port, hosts: publicUrl === undefined ? [] : [new URL(publicUrl).hostname], ...(tls && { tls }) },
  )
  try {
    const { open } = made.sessions ?? createSessions(server.url, now, readPreciseClock)
    return await playWallet({ open, wallet, hasProbes, options, announce })
  } finally {
    await wallet.close()
    await server.close()
  }
}

/** Where the reference issuer is that no socket reaches. */
const origin = 'https://issuer.example'

/** Plays the reference wallet in this process, as it is or with a change. Its clock goes on only where it waits. */
function testReference({ options, hasProbes, change, isSilent, announce }: WalletQuestion): Promise<Seen> {
  const start = options.now ?? readWallClock()
  let passed = 0
  const now = (): number => start + passed
  const { open, handle } = createSessions(origin, now, () => 1000 * now())
  const takeOffer = createReferenceVciWallet(
    {
      send: handle,
      now,
      wait: async (seconds) => {
        passed += seconds
      },
    },
    change,
  )
  const wallet: TestedWallet = {
    take: async ({ link, txCode }) => {
      const { accepted, refused } = await takeOffer({ link, ...(txCode !== undefined && { txCode }) })
      return isSilent ? {} : { accepted, ...(refused !== undefined && { reason: refused }) }
    },
    close: async () => {},
  }
  return playWallet({ open, wallet, hasProbes, options, announce })
}
