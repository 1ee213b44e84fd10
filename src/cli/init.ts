import { initWith } from './init/run.ts'

/** `assay init`. */
export const run = initWith()
