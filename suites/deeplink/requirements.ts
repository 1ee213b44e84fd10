import { byProbes, gap, inExchange, listRows, section, should, stated } from '../../model/requirement.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { LINK_SIZE } from '../undefined-points/decisions.ts'
import { DISCOVERY, PARAMETER, URI } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const LINK = section('LINK', '4', {
  TARGET: stated('wallet', 'The wallet calls the identity app at its `redirect_uri`.', inExchange('compare the deeplink with the configured URI; offer another one'), { refusedBy: 'identity app', dependsOn: [URI, DISCOVERY] }),
  ONE: stated('wallet', 'The encrypted request is the value of one query parameter of the deeplink.', 'deeplink', { refusedBy: 'identity app', dependsOn: PARAMETER }),
  CLOSED: should('wallet', 'The deeplink has no private value in plaintext.', 'deeplink'),
  CALM: should('identity app', 'A malformed deeplink causes neither a request nor a crash.', byProbes('open malformed and oversized deeplinks'), { dependsOn: LINK_SIZE }),
  OPEN: should('identity app', 'A deeplink is accepted only while a session is open.', byProbes('open deeplinks before, after and without a session')),
  NAME: gap('identity app', 'The scheme of the deeplink and the name of its query parameter are not defined.', fromConfiguration, { dependsOn: [URI, PARAMETER] }),
})

export const requirements = listRows(LINK)
