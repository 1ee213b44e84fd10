import { presentationKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseVp } from '../../protocol/openid4vp/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'OpenID4VP 1.0',
  version:
    'OpenID for Verifiable Presentations 1.0, final, of 9 July 2025; where it says so, the draft of errata set 1, for recommendations',
  roles: ['verifier', 'wallet'],
  wallets: 'present',
  kinds: presentationKinds,
  recognise: recogniseVp,
} as const satisfies Suite
