import { placeholderAddresses, syntheticAccounts } from '../config/defaults.ts'
import type { LoadedSettings } from '../config/settings.ts'
import type { DoctorLine } from './line.ts'

/** What does not prevent a run, and leaves requirements untested or inconclusive. */
export function* listWarnings({ warnings, settings }: LoadedSettings): Generator<DoctorLine> {
  for (const detail of warnings) yield makeWarning('settings', detail, 'correct its name, or remove it')
  const { targets, accounts, listen } = settings
  if (targets.issuer) {
    if (accounts.every((each) => syntheticAccounts.includes(each))) {
      const detail = 'two people whom only the reference issuer knows'
      yield makeWarning('accounts', detail, 'name people whom your issuer knows: `accounts` in the configuration')
    } else if (accounts.length === 1) {
      yield makeWarning('accounts', 'one person: nothing shows that sessions are kept apart', 'name a second one')
    }
    if (!targets['status-service']) {
      const detail = `a reference actor: credentials must have status URLs below ${placeholderAddresses['status-service']}`
      yield makeWarning('status service', detail, 'name yours: --target status-service=URL')
    }
  }
  const caller = (['verifier', 'wallet-backend'] as const).find((role) => targets[role])
  if (caller && !listen && !targets.issuer) {
    const detail = `nowhere: the ${caller.replace('-', ' ')} finds neither keys nor statuses`
    yield makeWarning('listen', detail, 'give an address that it can reach: --listen HOST:PORT')
  }
}

const makeWarning = (what: string, detail: string, hint: string): DoctorLine => ({ what, ok: true, detail, hint })
