import { HarnessError } from '../../model/errors.ts'
import type { Campaign } from '../remote/open-campaign.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Connects to the server of `--via`, if there is one. What is needed for it is loaded only then. */
export async function openCampaign(args: Arguments, terminal: Terminal): Promise<Campaign | undefined> {
  const address = args.text('via')
  if (address !== undefined) return (await import('../remote/open-campaign.ts')).openCampaign(args, terminal, address)
  const lone = ['creds', 'tls-ca'].find((flag) => args.text(flag) !== undefined)
  if (lone !== undefined) throw new HarnessError('ERR_USAGE', `--${lone} needs --via nats://HOST`)
  return undefined
}
