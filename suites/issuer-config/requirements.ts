import { byProbes, gap, inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { PRESENTED } from '../offer/decisions.ts'
import { FIELDS, METHOD, PATH, USE } from './decisions.ts'

const response = 'issuer-config-response'

// biome-ignore format: a table, one row a line.
export const CFG = section('CFG', '2.1', {
  DEVICE: stated('identity app', 'The Issuer Config request carries `device_id`, a string.', 'issuer-config-request', { refusedBy: 'issuer' }),
  'DEVICE-TELLS': should('identity app', '`device_id` tells devices apart: it is not empty, and it stays.', 'issuer-config-request', { refusedBy: 'issuer' }),
  IDENTIFIER: stated('issuer', 'The Issuer Config response carries `credential_identifier`, a string.', response, { section: '2.2', refusedBy: 'identity app' }),
  NONCE: stated('issuer', 'The Issuer Config response carries `nonce`, a string.', response, { section: '2.2', refusedBy: 'identity app' }),
  CORRELATES: stated('issuer', 'The `nonce` ties the later request to this session.', byProbes('send the request of one session in another'), { refusedBy: 'issuer', dependsOn: [NONCE_RELATION, PRESENTED] }),
  FRESH: should('issuer', 'Every Issuer Config has a `nonce` of its own.', inExchange('ask many times and compare')),
  DATASET: should('wallet', 'A request that names a dataset names that of Issuer Config, by its `credential_identifier`.', inExchange('compare the identifiers of Issuer Config and request'), { refusedBy: 'issuer' }),
  CODE: info('issuer', 'Among what Issuer Config holds is the pre-authorised code.', inExchange('look under the configured name'), { dependsOn: FIELDS }),
  SECRET: info('issuer', 'Issuer Config also carries a secret, which no later message shows.', inExchange('look under the configured name, then in every later message'), { dependsOn: [FIELDS, USE] }),
  'C-NONCE': info('issuer', 'Issuer Config also carries a `c_nonce`.', inExchange('look under the configured name'), { dependsOn: FIELDS }),
  TOKEN: info('issuer', 'Issuer Config also carries an access token, which no later message shows.', inExchange('look under the configured name, then in every later message'), { dependsOn: [FIELDS, USE] }),
  KEY: info('issuer', 'Issuer Config also carries the public key for the request.', inExchange('look under the configured name and compare with the metadata'), { dependsOn: FIELDS }),
  REDIRECT: info('issuer', 'Issuer Config also carries the address that the deeplink goes to.', inExchange('look under the configured name and compare with the deeplink'), { refusedBy: 'identity app', dependsOn: FIELDS }),
  ENDPOINT: gap('issuer', 'Method and path of Issuer Config are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { dependsOn: [METHOD, PATH] }),
})

export const requirements = listRows(CFG)
