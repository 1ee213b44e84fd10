// The credential that wallets present: that of the reference wallet, whose issuer Assay knows.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { usualVpWalletSteps } from '../../src/actors/openid4vp/wallet/steps.ts'
import { issueMembership } from '../../src/reference/vp-wallet.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }

/** Writes the credential and the private key of its holder. */
export function writeHolding(folder: string): { readonly credential: string; readonly holder: string } {
  const places = { credential: join(folder, 'credential.txt'), holder: join(folder, 'holder.json') }
  writeFileSync(places.credential, issueMembership(Math.floor(Date.now() / 1000), usualVpWalletSteps))
  writeFileSync(places.holder, JSON.stringify(keys.holder))
  return places
}
