import { mdocKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseMdoc } from '../../protocol/mdoc/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'mDOC (ISO/IEC 18013-5)',
  kinds: mdocKinds,
  recognise: recogniseMdoc,
} as const satisfies Suite
