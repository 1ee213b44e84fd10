import type { DriverCommand } from '../../../model/driver.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { Hold } from './holds.ts'

/** A session that begins with a link for a wallet. */
export interface HandedSession {
  readonly name: string
  readonly link: string
  /** The command for the driver of the wallet. */
  readonly command: DriverCommand
  readonly calls: readonly { readonly at: number }[]
  /** How far the wallet has come: once it was `served`, little more is awaited; once it has `ended`, nothing. */
  readonly findProgress: () => 'open' | 'served' | 'ended'
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
  /** Keeps the next answer at this place back. */
  readonly holdAt: (place: string) => Hold
}

/** Addresses that a command has, and that a wallet of a standard has no use for. */
export const noAddresses = { issuer: '', statusService: '', walletBackend: '' } as const

/** How many calls of one session are kept: a wallet that goes round in circles fills no memory. */
export const mostCalls = 500
