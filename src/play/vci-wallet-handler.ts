import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandHandler } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { walletProfile } from '../../suites/haip/harness/wallet-profile.ts'
import { createReferenceVciWallet } from '../../suites/openid4vci/harness/reference-wallet.ts'
import { readWallClock } from '../runtime/clock.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseTime } from '../terminal/values.ts'
import { readChange } from './serve-standard-actor.ts'

/** The reference wallet of OpenID4VCI 1.0, which takes an offer with each command. */
export function createVciWalletHandler(
  args: Arguments,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): CommandHandler {
  const now = args.text('now')
  const time = now === undefined ? undefined : parseTime('--now', now)
  const takeOffer = createReferenceVciWallet(
    {
      send,
      now: time === undefined ? readWallClock : () => time,
      wait: (seconds) => sleep(1000 * seconds),
    },
    readChange(args, walletProfile),
  )
  return async (command) => {
    if (command.verb !== 'offer') throw new TransportError('configuration', `a wallet cannot ${command.verb}`)
    const { offer, txnCode } = command
    return takeOffer({ link: offer, ...(txnCode !== undefined && { txCode: txnCode }) })
  }
}
