import { artefactKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { errorCodes, shownValues } from '../../suites/kit/registered-names.ts'

/** Values of targets that may be shown anywhere: names from the document and the standards. */
export const publicWords: ReadonlySet<string> = new Set([
  ...defaultSuite.publicNames,
  ...defaultSuite.decisions.flatMap(({ id, answers }) => [id, ...Object.keys(answers)]),
  ...artefactKinds,
  ...errorCodes,
  ...shownValues,
  ...Array.from({ length: 16 }, (_, i) => `0x${i.toString(16).padStart(2, '0').toUpperCase()}`),
])
