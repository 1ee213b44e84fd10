import { statusListKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseStatusArtefact } from '../../protocol/status-list/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'Token Status List',
  about:
    'the Token Status List specification (draft 20) by itself: lists, responses, and tokens that refer to a list (`verify`, `vectors`, `prove`, `list`)',
  version: 'draft-ietf-oauth-status-list-20, as of 20 April 2026',
  kinds: statusListKinds,
  recognise: recogniseStatusArtefact,
} as const satisfies Suite
