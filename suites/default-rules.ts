import type { Check } from '../model/check.ts'
import type { Decision } from '../model/decision.ts'
import type { Artefact } from '../protocol/artefacts/artefact.ts'
import { type DefaultSuite, defaultSuite } from './default-suite.ts'
import { checks } from './document/all/checks.ts'
import { listSeenTexts } from './document/model/seen-texts.ts'

/** The suite of every command to which no standard is named, with what looks at artefacts. */
export interface DefaultRules extends DefaultSuite {
  readonly checks: readonly Check[]
  /** The texts that artefacts show as an answer to a decision that any text answers. */
  readonly listSeenTexts: (decision: Decision, artefacts: readonly Artefact[]) => readonly string[]
}

export const defaultRules: DefaultRules = {
  ...defaultSuite,
  checks,
  listSeenTexts: (decision, artefacts) => listSeenTexts(decision, artefacts, []),
}
