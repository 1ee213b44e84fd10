import type { Tampering } from '../../model/tampering.ts'
import { tamperContent } from '../kit/artefact-tampers.ts'
import { tamperArtefacts } from '../kit/exchange-tampers.ts'
import { LINK } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperContent(LINK.ONE, 'deeplink', 'no parameter', (link) => ({ ...link, parameters: [] })),
  tamperContent(LINK.ONE, 'deeplink', 'every parameter twice', (link) => ({ ...link, parameters: [...link.parameters, ...link.parameters] })),
  tamperContent(LINK.CLOSED, 'deeplink', 'an identity number in plaintext', (link) => ({ ...link, parameters: [...link.parameters, ['uid', '000000000000']] })),

  tamperArtefacts(LINK.TARGET, 'a link to another app', 'deeplink', (link) => ({ ...link, target: 'tampered:' })),
]
