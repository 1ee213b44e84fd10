import { presentationKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseVp } from '../../protocol/openid4vp/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'OpenID4VP 1.0',
  roles: ['verifier', 'wallet'],
  kinds: presentationKinds,
  recognise: recogniseVp,
} as const satisfies Suite
