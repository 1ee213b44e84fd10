import { gap, inExchange, nowhere, section, should, stated } from '../../src/model/requirement.ts'
import { LINK_SIZE } from '../silence/decisions.ts'
import { DISCOVERY, PARAMETER, URI } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const LINK = section('LINK', '4', {
  TARGET: stated('wallet', 'The wallet calls the identity app at its redirect address.', inExchange('compare the deeplink with the configured address; offer another'), { refusedBy: 'identity app', hangsOn: [URI, DISCOVERY] }),
  ONE: stated('wallet', 'The encrypted request is one query parameter of the deeplink.', 'deeplink', { refusedBy: 'identity app', hangsOn: PARAMETER }),
  CLOSED: should('wallet', 'Nothing private stands in the deeplink in clear.', 'deeplink'),
  CALM: should('identity app', 'A deeplink that is no such link causes neither a call nor a crash.', inExchange('open broken and oversized links'), { hangsOn: LINK_SIZE }),
  OPEN: should('identity app', 'A deeplink counts only while a session is open.', inExchange('open links before, after and without a session')),
  NAME: gap('identity app', 'The scheme of the deeplink and the name of its parameter are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { hangsOn: [URI, PARAMETER] }),
})
