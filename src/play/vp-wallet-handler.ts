import type { CommandHandler } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import { presenterProfile } from '../../suites/haip/harness/presenter-profile.ts'
import { chooseMethod } from '../../suites/openid4vp/actors/wallet/steps.ts'
import type { VpWalletSteps } from '../../suites/openid4vp/actors/wallet-steps.ts'
import { createReferenceVpWallet } from '../../suites/openid4vp/harness/reference-wallet.ts'
import { readWallClock } from '../runtime/clock.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseTime } from '../terminal/values.ts'
import { readChange } from './serve-standard-actor.ts'

/** The reference wallet of OpenID4VP 1.0, which gets a link, or a request of the Digital Credentials API, with each command. */
export function createVpWalletHandler(
  args: Arguments,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): CommandHandler {
  const now = args.text('now')
  const time = now === undefined ? undefined : parseTime('--now', now)
  const clock = time === undefined ? readWallClock : () => time
  const change = readChange(args, presenterProfile) ?? ((steps: VpWalletSteps) => steps)
  // Without an authority to trust, it is tried out over plain HTTP.
  const isPlain = args.text('ca') === undefined
  const present = createReferenceVpWallet(send, clock, (steps) => change(isPlain ? { ...steps, chooseMethod } : steps))
  return async (command) => {
    if (command.verb === 'request')
      return present({ request: parseJsonObject(command.request), origin: command.origin })
    if (command.verb !== 'open')
      throw new TransportError('configuration', `a wallet that presents cannot ${command.verb}: see --presents`)
    return present(command.link)
  }
}
