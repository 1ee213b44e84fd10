import type { Tamper } from '../../src/model/tamper.ts'
import { tamper } from '../tampering.ts'
import { LINK } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  tamper(LINK.ONE, 'deeplink', 'no parameter', (link) => ({ ...link, parameters: [] })),
  tamper(LINK.ONE, 'deeplink', 'every parameter twice', (link) => ({ ...link, parameters: [...link.parameters, ...link.parameters] })),
  tamper(LINK.CLOSED, 'deeplink', 'an identity number in clear', (link) => ({ ...link, parameters: [...link.parameters, ['uid', '000000000000']] })),
]
