import { inMemory } from '../../src/actors/ledger.ts'
import { type Driven, drivenIn } from '../../src/assembly/driven.ts'
import type { Errand } from '../../src/drivers/manual.ts'
import { answersUnder } from '../../src/harness/answers.ts'
import { seeded } from '../../src/harness/random.ts'
import type { Places } from '../../src/model/driver.ts'
import type { Asked, Replied } from '../../src/model/wire.ts'
import { offerInUrl } from '../../src/protocol/offer.ts'
import { time } from '../e2e/playing.ts'
import { settings } from '../whole-run.ts'

/** What a person reads on the page. */
export interface Read {
  readonly session: string
  /** What stands under the code. */
  readonly link: string
  readonly facts: Errand['step']['facts']
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

export function phone(callOut: (asked: Asked) => Promise<Replied>): Phone {
  const [wallet, identityApp] = [appOn(callOut), appOn(callOut)]
  const places = ({ session, facts }: Read): Places => ({
    session,
    issuer: facts.Issuer ?? '',
    statusService: facts['Status service'] ?? '',
    walletBackend: facts['Wallet backend'] ?? '',
  })
  return {
    take: async (read) => {
      const offer = offerInUrl(read.link)?.value ?? read.link
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

const appOn = (callOut: (asked: Asked) => Promise<Replied>): Driven =>
  drivenIn(
    {
      decide: answersUnder({ profile: 'document', given: {} }).decide,
      now: () => time,
      ledger: inMemory(),
      accounts: settings.accounts,
    },
    (session) => seeded(`1/${session}`),
    callOut,
  )
