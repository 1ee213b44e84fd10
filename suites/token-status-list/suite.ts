import { statusListKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseStatusArtefact } from '../../protocol/status-list/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'Token Status List',
  version: 'draft-ietf-oauth-status-list-20, as of 20 April 2026',
  kinds: statusListKinds,
  recognise: recogniseStatusArtefact,
} as const satisfies Suite
