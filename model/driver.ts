import type { JsonObject } from '../protocol/encoding/json.ts'

// A wallet and an identity app act when a person touches the screen. A driver does it in place of the person: it sends
// a command and returns what happened. HTTP messages are recorded elsewhere.

/** A person and an app that the issuer knows. */
export interface Account {
  readonly deviceId: string
  readonly uid: string
  readonly sessionToken: string
}

/** What a target has to do next. */
export type DriverCommand =
  /** For an identity app: the holder wants to share. */
  | ({ readonly verb: 'share'; readonly offer: 'value' | 'reference' } & Account & SessionAddresses)
  /** For a wallet: the credential manager hands over an offer. */
  | ({ readonly verb: 'offer'; readonly offer: string; readonly credentialIdentifier: string } & DeviceValues &
      SessionAddresses)
  /** The operating system opened this link: a deeplink for an identity app, a request of OpenID4VP for a wallet. */
  | ({ readonly verb: 'open'; readonly link: string } & SessionAddresses)
  /** For a wallet: the platform hands over a request of the Digital Credentials API as JSON, and who made it. */
  | ({ readonly verb: 'request'; readonly request: string; readonly origin: string } & SessionAddresses)
  /** For a verifier: a holder presents this credential. */
  | ({ readonly verb: 'verify'; readonly presentation: string } & SessionAddresses)

/** What the device knows beside an offer. Those who operate a reference wallet may leave it out. */
export interface DeviceValues {
  /** The code that the credential manager generated for this offer. */
  readonly txnCode?: string
  /** The address at which the wallet opens the identity app. */
  readonly redirectUri?: string
}

export type CommandVerb = DriverCommand['verb']

/** The session, and the base addresses of the other actors in it, without a slash at the end. */
export interface SessionAddresses {
  readonly session: string
  readonly issuer: string
  readonly statusService: string
  readonly walletBackend: string
}

/** An offer that was pushed. */
export interface PushedOffer {
  readonly offer: string
  /** The dataset that it offers, where the app says so. */
  readonly credentialIdentifier?: string
  /** Everything else that was pushed with it, as texts by name. */
  readonly beside?: Readonly<Record<string, string>>
}

/** What happened after a command. Every member is optional: a target that does nothing has refused. */
export interface DriverReply {
  /** The offers that an identity app pushed. */
  readonly pushed?: readonly PushedOffer[]
  /** The deeplinks that a wallet opened. */
  readonly links?: readonly string[]
  /** Whether a verifier accepted a presentation, and the claims that it read. */
  readonly accepted?: boolean
  readonly claims?: JsonObject
  /** What a wallet returns to the Digital Credentials API. */
  readonly response?: JsonObject
  /** Why the target went no further, in its own words. */
  readonly refused?: string
}

/** Executes the commands of a driver, one after the other in each session. */
export type CommandHandler = (command: DriverCommand) => Promise<DriverReply>

/** What a driver gets while it waits. */
export interface WaitOptions {
  readonly signal: AbortSignal
  /** Resolves with the deeplink, if it arrives at a server of Assay. */
  readonly arrival: Promise<string>
}

/** Makes a target act. A message that is lost is a `TransportError`, and never a verdict. */
export interface Driver {
  readonly execute: (command: DriverCommand, waiting: WaitOptions) => Promise<DriverReply>
  readonly close: () => Promise<void>
  /** Whether the target is a process that lasts: its end is a crash. Others may end, or be late, because they reject. */
  readonly isProcess?: true
}
