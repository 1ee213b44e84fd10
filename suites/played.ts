import type { StandardProfile } from '../model/decision.ts'
import type { IsChosen } from '../model/fault.ts'
import { addParties, type Parties } from '../src/harness/parties.ts'
import type { StandardProof } from '../src/prove/standards/prove-standard.ts'

type Addition = (proof: StandardProof, isChosen: IsChosen) => Promise<StandardProof>

const add =
  <Change>(load: () => Promise<Parties<Change>>): Addition =>
  async (proof, isChosen) =>
    addParties(proof, await load(), isChosen)

/** The parties of each standard that whole exchanges prove. */
const additions: { readonly [P in StandardProfile]?: readonly Addition[] } = {
  'sd-jwt': [add(async () => (await import('./sd-jwt/harness/parties.ts')).holders)],
  'openid4vci-1.0': [
    add(async () => (await import('./openid4vci/harness/issuer/parties.ts')).issuers),
    add(async () => (await import('./openid4vci/harness/wallet/parties.ts')).wallets),
  ],
  'openid4vp-1.0': [
    add(async () => (await import('./openid4vp/harness/verifier/parties.ts')).verifiers),
    add(async () => (await import('./openid4vp/harness/wallet/parties.ts')).presenters),
  ],
  'haip-1.0': [
    add(async () => (await import('./openid4vci/harness/issuer/parties.ts')).haipIssuers),
    add(async () => (await import('./openid4vp/harness/verifier/parties.ts')).haipVerifiers),
    add(async () => (await import('./openid4vci/harness/wallet/parties.ts')).haipWallets),
    add(async () => (await import('./openid4vp/harness/wallet/parties.ts')).haipPresenters),
  ],
}

/** Adds what whole exchanges show to the proof of a standard. */
export async function proveParties(proof: StandardProof, isChosen: IsChosen = () => true): Promise<StandardProof> {
  let proven = proof
  for (const addition of additions[proof.profile] ?? []) proven = await addition(proven, isChosen)
  return proven
}
