import { detectAnswers } from './document/init/detect.ts'
import { inspectTarget } from './document/init/inspect.ts'

export type { DetectedAnswer, InspectTarget, TargetInspection } from './document/init/detect.ts'

/** What a target of `assay run` publishes about itself, and the decisions that it answers by that. */
export const inspectedSuite = { inspectTarget, detectAnswers } as const
