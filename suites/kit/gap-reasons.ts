import { nowhere } from '../../model/requirement.ts'

/** The reason for a gap that every run fills from its configuration, such as a path. */
export const fromConfiguration = nowhere('a run takes it from its configuration: the document has no value to compare')

/** The reason for a gap that a run can do without, such as a rate limit. */
export const noExpectation = nowhere('there is nothing to test until the integrator says what is expected')
