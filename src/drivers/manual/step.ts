import type { DriverCommand, SessionAddresses } from '../../../model/driver.ts'
import { writeOfferUrl } from '../offer-url.ts'

/** What a person gives back for an order. */
export type ExpectedAnswer = 'link' | 'push' | 'done'

/** An order in words that a person can follow. */
export interface ManualStep {
  readonly title: string
  readonly lines: readonly string[]
  /** What the phone has to open. */
  readonly link?: string
  /** What else somebody may have to know, by its name. */
  readonly facts: Readonly<Record<string, string>>
  readonly wanted: ExpectedAnswer
}

/** What somebody has to do so that an order is carried out. A verifier is moved by nobody's finger. */
export function describeStep(order: DriverCommand): ManualStep | undefined {
  switch (order.verb) {
    case 'offer':
      return {
        title: 'Let the wallet take the offer',
        lines: [
          'Scan the code with the phone, or open the link on it.',
          'The wallet then makes a link that opens the identity app. Paste that link into the page.',
        ],
        link: writeOfferUrl(order.offer),
        facts: { 'Credential identifier': order.credentialIdentifier, ...listAddresses(order) },
        wanted: 'link',
      }
    case 'share':
      return {
        title: 'Begin to share in the identity app',
        lines: [
          `Share from the device ${order.deviceId}, as the holder whose number ends with ${order.uid.slice(-4)}; let the app push its offer by ${order.offer}.`,
          'Paste the offer into the page that the app pushes to the credential manager.',
        ],
        facts: listAddresses(order),
        wanted: 'push',
      }
    case 'open':
      return {
        title: 'Open the link with the identity app',
        lines: [
          'Scan the code with the phone, or open the link on it, and go on in the app until it is done.',
          'The page goes on by itself once the wallet backend was called.',
        ],
        link: order.link,
        facts: listAddresses(order),
        wanted: 'done',
      }
    case 'verify':
      return undefined
  }
}

/** Where everybody is found in a session. */
const listAddresses = ({ issuer, statusService, walletBackend }: SessionAddresses): ManualStep['facts'] => ({
  Issuer: issuer,
  'Status service': statusService,
  'Wallet backend': walletBackend,
})
