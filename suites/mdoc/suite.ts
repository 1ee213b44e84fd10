import { mdocKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseMdoc } from '../../protocol/mdoc/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'mDOC (ISO/IEC 18013-5)',
  about:
    'mDOC (ISO/IEC 18013-5) by itself: what an issuer signed, documents and responses of devices (`verify`, `prove`, `list`)',
  version: 'ISO/IEC 18013-5:2021, by what later specifications repeat of its data model',
  kinds: mdocKinds,
  absentKinds: { 'mdoc-document': 'no mdoc was presented', 'mdoc-response': 'no mdoc was presented' },
  recognise: recogniseMdoc,
} as const satisfies Suite
