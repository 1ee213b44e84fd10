import type { IsChosen } from '../model/ids.ts'
import type { Harness } from '../src/harness/tester.ts'
import type { StandardProof } from '../src/prove/prove-standard.ts'
import { harness as haip } from './haip/harness/roles.ts'
import { harness as openid4vci } from './openid4vci/harness/roles.ts'
import { harness as openid4vp } from './openid4vp/harness/roles.ts'
import { harness as sdJwt } from './sd-jwt/harness/roles.ts'
import type { PlayedStandard } from './suites.ts'

/** How each suite tests its roles. */
export const harnesses: Readonly<Record<PlayedStandard, Harness>> = {
  'sd-jwt': sdJwt,
  'openid4vci-1.0': openid4vci,
  'openid4vp-1.0': openid4vp,
  'haip-1.0': haip,
}

const ofAny: { readonly [name: string]: Harness } = harnesses

/** Writes what a target has to trust: the root of all parties that Assay plays, and the keys of its issuer. */
export async function writeRoots(folder: string): Promise<void> {
  const { writeIssuerTrust } = await import('./openid4vp/harness/verifier/by-arguments.ts')
  writeIssuerTrust(folder)
}

/** Adds what whole exchanges show to the proof of a standard. */
export async function proveParties(proof: StandardProof, isChosen: IsChosen = () => true): Promise<StandardProof> {
  let proven = proof
  for (const addition of ofAny[proof.profile]?.parties ?? []) proven = await addition(proven, isChosen)
  return proven
}
