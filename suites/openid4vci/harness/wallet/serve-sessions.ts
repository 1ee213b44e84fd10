import type { CertificateFault } from '../../../../model/probe.ts'
import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { openDriver } from '../../../../src/drivers/open-driver.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import type { LinkWait } from '../../../../src/harness/show-link.ts'
import { answerThroughTape, isPlayedBack, keepShow, takeFromTape } from '../../../../src/harness/tape.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import { readPreciseClock, readWallClock } from '../../../../src/runtime/clock.ts'
import { type ShowCertificate, selectCertificate } from '../../../../src/wire/server/select-certificate.ts'
import type { ServerEncryption } from '../../../../src/wire/server/server.ts'
import type { HandedSession } from './handed-session.ts'
import { createDrivenWallet, type Patience, type TestedWallet, waitUntilDone } from './tested-wallet.ts'

/** Where a wallet under test reaches Assay. */
export interface WalletPlace {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string
  readonly tls?: ServerEncryption
  /** Certificates that no caller may accept, where that of `tls` was made here. */
  readonly faulty?: Readonly<Record<CertificateFault, string>>
}

/** How a wallet is reached, and what is known. */
export interface WalletSetting<Session extends HandedSession> {
  readonly place: WalletPlace
  readonly patience: Patience
  /** A CA that the control endpoint of the wallet is trusted by, as PEM. */
  readonly ca?: string
  readonly options: TestOptions
  readonly show: ShowSession<Session>
}

/** Shows a link to a person who operates the wallet, and returns how it ended, if they know. */
export type ShowSession<Session> = (session: Session, wait: LinkWait) => Promise<boolean | undefined>

/** Opens one session, by the base address of all. */
export type OpenHanded<Change, Session> = (name: string, change: Change, clocks: SessionClocks) => Promise<Session>

interface SessionClocks {
  readonly base: string
  /** Seconds since 1970. */
  readonly now: () => number
  /** Milliseconds since 1970, for what is waited for. */
  readonly clock: () => number
}

const notFound: HttpResponse = { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' }

/** Keeps the sessions, each at a path of its own. A call that names no session belongs to the one that is open. */
export function createSessions<Change, Session extends HandedSession>(
  clocks: SessionClocks,
  openSession: OpenHanded<Change, Session>,
) {
  const sessions = new Map<string, Session>()
  let current: Session | undefined
  return {
    open: async (change: Change): Promise<Session> => {
      current = await openSession(`s${sessions.size + 1}`, change, clocks)
      sessions.set(current.name, current)
      return current
    },
    handle: async (request: HttpRequest): Promise<HttpResponse> => {
      const named = /\/(s\d+)(?:\/|$)/.exec(new URL(request.url, clocks.base).pathname)?.[1]
      const session = sessions.get(named ?? '') ?? current
      return session ? session.handle(request) : notFound
    },
  }
}

type PlaySessions<Change, Session extends HandedSession> = (
  open: (change: Change) => Promise<Session>,
  wallet: TestedWallet<Session>,
  showCertificate?: ShowCertificate,
) => Promise<Seen>

/** Serves the sessions, and plays them with a wallet behind a driver, or with a person. */
export async function serveSessions<Change, Session extends HandedSession>(
  target: string,
  setting: WalletSetting<Session>,
  openSession: OpenHanded<Change, Session>,
  play: PlaySessions<Change, Session>,
): Promise<Seen> {
  const { place, options } = setting
  const { host, port, publicUrl, tls, faulty } = place
  if (isPlayedBack()) return playBack(setting, openSession, play)
  const [driven, { serve }] = await Promise.all([
    openWallet(target, setting),
    import('../../../../src/wire/server/server.ts'),
  ])
  const wallet = keepWords(driven)
  const create = (base: string) => serveAt(base, options, openSession)
  const made: { sessions?: ReturnType<typeof create> } = {}
  const server = await serve(
    (url) => {
      const base = publicUrl ?? url
      const sessions = create(base)
      made.sessions = sessions
      return async (request) => {
        const text = await request.text()
        const own = tls ? request.url : request.url.replace(/^https?:/, new URL(base).protocol)
        const call = { method: request.method, url: own, headers: Object.fromEntries(request.headers) }
        const { status, headers, body } = await sessions.handle({ ...call, body: text })
        return new Response(status === 204 ? null : body, { status, headers })
      }
    },
    {
      ...{ host, port, takesPlain: true, hosts: publicUrl === undefined ? [] : [new URL(publicUrl).hostname] },
      ...(tls && { tls }),
    },
  )
  try {
    await takeFromTape(address, async () => publicUrl ?? server.url)
    const show = await keepShow(tls && faulty && selectCertificate(server.showCertificate, tls, faulty))
    return await play((made.sessions ?? create(server.url)).open, wallet, show)
  } finally {
    await wallet.close()
    await server.close()
  }
}

/** What a tape calls the address at which a wallet finds the sessions. */
const address = 'the address of the sessions'

function serveAt<Change, Session extends HandedSession>(
  base: string,
  { now: fixed }: TestOptions,
  openSession: OpenHanded<Change, Session>,
) {
  const now = fixed === undefined ? readWallClock : () => fixed
  const { open, handle } = createSessions({ base, now, clock: readPreciseClock }, openSession)
  return { open, handle: answerThroughTape(handle) }
}

const keepWords = <Session extends HandedSession>({ take, close }: TestedWallet<Session>): TestedWallet<Session> => ({
  take: (session) => takeFromTape(`the wallet in ${session.name}`, () => take(session)),
  close,
})

/** Plays the sessions with what a wallet sent in an earlier run. */
async function playBack<Change, Session extends HandedSession>(
  { options }: WalletSetting<Session>,
  openSession: OpenHanded<Change, Session>,
  play: PlaySessions<Change, Session>,
): Promise<Seen> {
  const { open } = serveAt(await takeFromTape(address, async () => ''), options, openSession)
  return play(open, keepWords({ take: async () => ({}), close: async () => {} }), await keepShow())
}

async function openWallet<Session extends HandedSession>(
  url: string,
  setting: WalletSetting<Session>,
): Promise<TestedWallet<Session>> {
  const { ca, patience } = setting
  const target = { url, timeout: longest(patience), allowPrivate: true }
  const driver = await openDriver(target, 'wallet', () => ({
    environment: process.env,
    ...(ca !== undefined && { pem: { ca } }),
  }))
  return driver ? createDrivenWallet(driver, patience, readPreciseClock) : askPerson(setting)
}

/** Seconds for which a driver may take: longer than one waits for the wallet. */
const longest = ({ before }: Patience): number => before + 300

/** A person hands over the link, and may say how it ended. */
const askPerson = <Session extends HandedSession>({
  show,
  patience,
}: WalletSetting<Session>): TestedWallet<Session> => ({
  take: async (session) => {
    const over = new AbortController()
    const done = waitUntilDone(session, patience, over.signal, readPreciseClock).then(() => undefined)
    try {
      const accepted = await show(session, { timeout: patience.before, done })
      if (accepted === undefined) await done
      return accepted === undefined ? {} : { accepted }
    } finally {
      over.abort()
    }
  },
  close: async () => {},
})
