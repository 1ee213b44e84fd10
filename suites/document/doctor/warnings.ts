import type { LoadedSettings } from '../../../src/config/settings.ts'
import type { DoctorLine } from '../../../src/terminal/doctor-line.ts'
import { placeholderAddresses, syntheticAccounts } from '../reference/usual-parties.ts'

/** Settings that do not prevent a run, but leave requirements untested or inconclusive. */
export function* listWarnings({ warnings, settings }: LoadedSettings): Generator<DoctorLine> {
  for (const detail of warnings) yield makeWarning('settings', detail, 'correct its name, or remove it')
  const { targets, accounts, listen } = settings
  if (targets.issuer) {
    if (accounts.every((each) => syntheticAccounts.includes(each))) {
      const detail = 'two synthetic people that only the reference issuer knows'
      yield makeWarning('accounts', detail, 'list people that your issuer knows as `accounts` in the configuration')
    } else if (accounts.length === 1) {
      yield makeWarning('accounts', 'one person: the separation of sessions cannot be tested', 'add a second person')
    }
    if (!targets['status-service']) {
      const detail = `a reference actor: the status URLs of credentials must begin with ${placeholderAddresses['status-service']}`
      yield makeWarning('status service', detail, 'pass its URL: --target status-service=URL')
    }
  }
  const caller = (['verifier', 'wallet-backend'] as const).find((role) => targets[role])
  if (caller && !listen && !targets.issuer) {
    const detail = `no address: the ${caller.replace('-', ' ')} can fetch neither keys nor statuses`
    yield makeWarning('listen', detail, 'pass an address that it can reach: --listen HOST:PORT')
  }
}

const makeWarning = (what: string, detail: string, hint: string): DoctorLine => ({ what, ok: true, detail, hint })
