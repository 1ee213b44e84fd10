import { look } from './init/look.ts'
import { initWith } from './init/run.ts'

/** `assay init`. */
export const run = initWith(look)
