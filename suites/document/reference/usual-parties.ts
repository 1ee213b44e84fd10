import type { Account } from '../../../model/driver.ts'
import type { Settings } from '../../../model/settings.ts'

/** Base URLs of reference actors that run in this process: reserved names, which no network resolves. */
export const placeholderAddresses: Settings['addresses'] = {
  issuer: 'https://issuer.example',
  'status-service': 'https://status.example',
  'wallet-backend': 'https://wallet.example',
  verifier: 'https://verifier.example',
}

/** Two people that only the reference issuer knows. Their numbers have valid check digits. */
export const syntheticAccounts: readonly Account[] = [
  { deviceId: 'device-0001', uid: '000000000019', sessionToken: 'session-token-of-nobody' },
  { deviceId: 'device-0002', uid: '000000041008', sessionToken: 'session-token-of-nobody-else' },
]
