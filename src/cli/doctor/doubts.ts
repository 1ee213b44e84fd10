import { nobodies, nowhere } from '../config/defaults.ts'
import type { Loaded } from '../config/settings.ts'
import type { Line } from './line.ts'

/** What keeps nobody from running, and will be missed in the report. */
export function* doubtsAbout({ warnings, settings }: Loaded): Generator<Line> {
  for (const detail of warnings) yield doubt('settings', detail, 'mend its name, or take it away')
  const { targets, accounts, listen } = settings
  if (targets.issuer) {
    if (accounts === nobodies || accounts.every((each) => nobodies.includes(each))) {
      const detail = 'two people of whom only the reference issuer knows'
      yield doubt('accounts', detail, 'give people whom your issuer knows: `accounts` in the configuration')
    } else if (accounts.length === 1) {
      yield doubt('accounts', 'one person: sessions cannot be mixed up', 'give a second one')
    }
    if (!targets['status-service']) {
      const detail = `played by assay: credentials have to name statuses below ${nowhere['status-service']}`
      yield doubt('status service', detail, 'say where yours is: --target status-service=URL')
    }
  }
  const caller = (['verifier', 'wallet-backend'] as const).find((role) => targets[role])
  if (caller && !listen && !targets.issuer) {
    const detail = `nowhere: the ${caller.replace('-', ' ')} finds no keys and no statuses`
    yield doubt('listen', detail, 'give an address that it reaches: --listen HOST:PORT')
  }
}

const doubt = (what: string, detail: string, advice: string): Line => ({ what, ok: true, detail, advice })
