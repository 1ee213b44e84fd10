import { nowhere } from '../../../model/requirement.ts'

/** The reason for a gap that the configuration of a run fills, such as a path. */
export const fromConfiguration = nowhere('a run takes it from its configuration: the document has no value to compare')

/** The reason for a gap that a run does not need to fill, such as a rate limit. */
export const noExpectation = nowhere('the document has no value to compare')
