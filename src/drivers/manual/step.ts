import type { DriverCommand, SessionAddresses } from '../../../model/driver.ts'
import { writeOfferUrl } from '../../../protocol/artefacts/offer-url.ts'

/** What a person enters for a command. */
export type ExpectedAnswer = 'link' | 'push' | 'done'

/** A command as instructions for a person. */
export interface ManualStep {
  readonly title: string
  readonly lines: readonly string[]
  /** The link that the phone has to open. */
  readonly link?: string
  /** Addresses and identifiers that the app may need, by name. */
  readonly facts: Readonly<Record<string, string>>
  readonly wanted: ExpectedAnswer
}

/** Describes what a person does for a command. A verifier has no manual step. */
export function describeStep(command: DriverCommand): ManualStep | undefined {
  switch (command.verb) {
    case 'offer':
      return {
        title: 'Let the wallet accept the offer',
        lines: [
          'Scan the code with the phone, or open the link on it.',
          'The wallet then makes a link that opens the identity app. Paste that link into the page.',
        ],
        link: writeOfferUrl(command.offer),
        facts: {
          'Credential identifier': command.credentialIdentifier,
          ...(command.txnCode !== undefined && { 'Transaction code': command.txnCode }),
          ...(command.redirectUri !== undefined && { 'Redirect address': command.redirectUri }),
          ...listAddresses(command),
        },
        wanted: 'link',
      }
    case 'share':
      return {
        title: 'Start sharing in the identity app',
        lines: [
          `Share from the device ${command.deviceId}, as the holder whose number ends with ${command.uid.slice(-4)}; let the app push its offer by ${command.offer}.`,
          'Paste into this page the offer that the app pushes to the credential manager.',
        ],
        facts: listAddresses(command),
        wanted: 'push',
      }
    case 'open':
      return {
        title: 'Open the link with the identity app',
        lines: [
          'Scan the code with the phone, or open the link on it, and continue in the app until it is done.',
          'The page continues by itself once the wallet backend has been called.',
        ],
        link: command.link,
        facts: listAddresses(command),
        wanted: 'done',
      }
    case 'request':
    case 'verify':
      return undefined
  }
}

/** Lists the addresses of a session. */
const listAddresses = ({ issuer, statusService, walletBackend }: SessionAddresses): ManualStep['facts'] => ({
  Issuer: issuer,
  'Status service': statusService,
  'Wallet backend': walletBackend,
})
