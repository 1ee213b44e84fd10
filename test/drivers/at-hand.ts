import type { CommandHandler, SessionAddresses } from '../../model/driver.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { parseOfferUrl } from '../../protocol/artefacts/offer.ts'
import type { ManualTask } from '../../src/drivers/manual/task.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { createRandom } from '../../src/runtime/random.ts'
import { createStateStore } from '../../suites/document/actors/services/state-store.ts'
import { createCommandHandler } from '../../suites/document/reference/command-handler.ts'
import { time } from '../e2e/playing.ts'
import { settings } from '../whole-run.ts'

/** What a person reads on the page. */
export interface Read {
  readonly session: string
  /** What stands under the code. */
  readonly link: string
  readonly facts: ManualTask['step']['facts']
}

/** An app on the phone of a person: the reference one, moved by what the person sees. */
export interface Phone {
  /** The wallet takes an offer, and makes a link. */
  readonly take: (read: Read) => Promise<string>
  /** The identity app opens a link. */
  readonly open: (read: Read) => Promise<void>
  /** The identity app shares, and pushes an offer. */
  readonly share: (read: Read, account: number) => Promise<{ readonly offer: string; readonly identifier: string }>
}

export function phone(callOut: (asked: HttpRequest) => Promise<HttpResponse>): Phone {
  const [wallet, identityApp] = [appOn(callOut), appOn(callOut)]
  const places = ({ session, facts }: Read): SessionAddresses => ({
    session,
    issuer: facts.Issuer ?? '',
    statusService: facts['Status service'] ?? '',
    walletBackend: facts['Wallet backend'] ?? '',
  })
  return {
    take: async (read) => {
      const offer = parseOfferUrl(read.link)?.value ?? read.link
      const credentialIdentifier = read.facts['Credential identifier'] ?? ''
      const { links = [] } = await wallet({ verb: 'offer', offer, credentialIdentifier, ...places(read) })
      return links[0] ?? ''
    },
    open: async (read) => void (await identityApp({ verb: 'open', link: read.link, ...places(read) })),
    share: async (read, index) => {
      const account = settings.accounts[index]
      if (!account) throw new TypeError('there is no such account')
      const order = { verb: 'share', offer: index === 0 ? 'reference' : 'value', ...account, ...places(read) } as const
      const { pushed: [one] = [] } = await identityApp(order)
      return { offer: one?.offer ?? '', identifier: one?.credentialIdentifier ?? '' }
    },
  }
}

const appOn = (callOut: (asked: HttpRequest) => Promise<HttpResponse>): CommandHandler =>
  createCommandHandler(
    {
      decide: createDecider({ profile: 'document', decisions: {} }).decide,
      now: () => time,
      state: createStateStore(),
      accounts: settings.accounts,
    },
    (session) => createRandom(`1/${session}`),
    callOut,
  )
