import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { openDriver } from '../../drivers/open-driver.ts'
import { readPreciseClock, readWallClock } from '../../runtime/clock.ts'
import type { ShowCertificate } from '../../wire/server/select-certificate.ts'
import type { Seen } from '../seen.ts'
import type { LinkWait } from '../show-link.ts'
import { type ServedPlace, servePlace } from '../tape/serve-place.ts'
import { isPlayedBack, markTape, takeFromTape } from '../tape/tape.ts'
import type { TestOptions } from '../test-options.ts'
import type { HandedSession } from './handed-session.ts'
import { createDrivenWallet, type TestedWallet } from './tested-wallet.ts'
import { type Patience, waitUntilDone } from './wait-until-done.ts'

/** How a wallet is reached, and what is known. */
export interface WalletSetting<Session extends HandedSession> {
  readonly place: ServedPlace
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

export interface SessionClocks {
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
      markTape()
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
  const { now: fixed } = options
  const now = fixed === undefined ? readWallClock : () => fixed
  const wallet = await openLater(target, setting)
  try {
    return await servePlace(place, {
      what: 'the sessions',
      create: (base) => createSessions({ base, now, clock: readPreciseClock }, openSession),
      run: ({ open }, show) => play(open, wallet, show),
    })
  } finally {
    await wallet.close()
  }
}

/** The wallet, which is not driven while a test is played back. */
async function openLater<Session extends HandedSession>(
  target: string,
  setting: WalletSetting<Session>,
): Promise<TestedWallet<Session>> {
  let wallet = isPlayedBack() ? undefined : await openWallet(target, setting)
  const open = async (): Promise<TestedWallet<Session>> => (wallet ??= await openWallet(target, setting))
  return {
    take: (session) => takeFromTape(`the wallet in ${session.name}`, async () => (await open()).take(session)),
    takeTogether: (held) =>
      takeFromTape(`the wallet in ${held.map(({ session }) => session.name).join(', ')}`, async () =>
        (await open()).takeTogether?.(held),
      ),
    close: async () => wallet?.close(),
  }
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
