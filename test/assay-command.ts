import { resolve } from 'node:path'
import { isBuiltFromSources } from '../tools/built-from.ts'

/**
 * The command line, for tests that start it often: as it is compiled, which takes a third of the time to start, or from its
 * source where `dist` was built from another one.
 */
export const assayCommand = resolve(isBuiltFromSources() ? 'dist/cli.js' : 'bin/assay.js')
