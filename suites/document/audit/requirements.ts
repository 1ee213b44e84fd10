import { inExchange, listRows, privacy, section, security, should, stated } from '../../../model/requirement.ts'
import { STATUS_FORM } from '../credential/decisions.ts'
import { CRED } from '../credential/requirements.ts'
import { SD } from '../disclosure/requirements.ts'

const audited = (what: string) => inExchange(`audit many credentials and compare ${what}`)
const linked = privacy('Verifiers that compare credentials can find those of the same holder.')

// biome-ignore format: a table, one row a line.
export const AUDIT = section('AUDIT', '2.9', {
  STATUS: stated('issuer', 'No two credentials have the same status URL.', audited('their `status`'), { dependsOn: STATUS_FORM, consequence: security('Revoking one credential revokes another.') }),
  JTI: stated('issuer', 'No two credentials have the same `jti`.', audited('their `jti`'), { standard: 'RFC 7519, section 4.1.7', consequence: security('A credential cannot be referred to: its identifier belongs to another one too.') }),
  DISCLOSURE: stated('issuer', 'No two credentials share a disclosure.', audited('their disclosures'), { standard: 'RFC 9901, section 4.2.1', consequence: linked }),
  KEY: should('issuer', 'No two credentials are bound to the same holder key.', audited('the keys in `cnf`'), { standard: 'RFC 9901, section 10.1', consequence: linked }),
  ORDER: stated('issuer', 'The order of the `id`s does not reveal the order of issuance: a version 4 UUID is random.', audited('their `id` with their `iat`'), { standard: 'RFC 9562, section 5.4', consequence: privacy('An `id` reveals when its credential was issued, and which others were issued with it.') }),
  DECOYS: should('issuer', 'If an issuer adds decoys, the number of digests does not reveal the number of claims.', audited('the numbers of their digests and disclosures'), { standard: 'RFC 9901, section 4.2.5', consequence: privacy('The number of digests reveals whether the holder has, say, an e-mail address.') }),
})

/** What only many credentials show, those that a run looks at too first. */
export const requirements = [CRED.UNIQUE, SD['SALT-ONCE'], SD.GUESSLESS, SD.SHUFFLED, ...listRows(AUDIT)]
