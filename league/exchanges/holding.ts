// What the adapters get from Assay: the credential that wallets present, whose issuer it knows, and the certificate of a verifier.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { usualVpWalletSteps } from '../../suites/openid4vp/actors/wallet/steps.ts'
import { issueMembership } from '../../suites/openid4vp/harness/reference-wallet.ts'
import { toPublic } from '../../suites/sd-jwt/sample.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost } from '../../suites/sd-jwt/test-authority.ts'

/** Writes the credential and the private key of its holder. */
export function writeHolding(folder: string): { readonly credential: string; readonly holder: string } {
  const places = { credential: join(folder, 'credential.txt'), holder: join(folder, 'holder.json') }
  writeFileSync(places.credential, issueMembership(Math.floor(Date.now() / 1000), usualVpWalletSteps))
  writeFileSync(places.holder, JSON.stringify(keys.holder))
  return places
}

/** Writes the private key of a verifier, with its certificate by the test authority. */
export function writeSigner(folder: string): { readonly signer: string } {
  const x5c = [certifyHost('localhost', toPublic(keys.issuer)).toString('base64')]
  const signer = join(folder, 'signer.json')
  writeFileSync(signer, JSON.stringify({ ...keys.issuer, alg: 'ES256', x5c }))
  return { signer }
}
