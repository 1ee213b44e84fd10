import { collectContents } from '../../../model/exchange.ts'
import type { Tampering } from '../../../model/tampering.ts'
import { tamperContent } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperArtefacts, tamperExchange } from '../kit/exchange-tampers.ts'
import { LINK } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperContent(LINK.ONE, 'deeplink', 'no parameter', (link) => ({ ...link, parameters: [] })),
  tamperContent(LINK.ONE, 'deeplink', 'every parameter twice', (link) => ({ ...link, parameters: [...link.parameters, ...link.parameters] })),
  tamperContent(LINK.CLOSED, 'deeplink', 'an identity number in plaintext', (link) => ({ ...link, parameters: [...link.parameters, ['uid', '000000000000']] })),
  tamperContent(LINK.MEANT, 'deeplink', 'an error that is undefined', (link) => ({ ...link, parameters: [...link.parameters, ['error', 'undefined']] })),
  tamperExchange(LINK.OPAQUE, 'the codes of all sessions in every link', (messages) => {
    const codes = collectContents(messages, 'issuer-config-response').flatMap(({ nonce }) => (typeof nonce === 'string' ? [nonce] : []))
    const nonces = collectContents(messages, 'nonce-response').flatMap((body) => Object.values(body).map(String))
    return mapArtefacts(messages, 'deeplink', (link) => ({ ...link, fragment: [...codes, ...nonces].join(',') }))
  }),
  tamperArtefacts(LINK.TARGET, 'a link to another app', 'deeplink', (link) => ({ ...link, target: 'tampered:' })),
]
