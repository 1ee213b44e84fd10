import {
  byProbes,
  gap,
  hygiene,
  inExchange,
  interoperability,
  listRows,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { lostRequest, undefinedPoint } from '../../kit/consequences.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { LINK_SIZE } from '../undefined-points/decisions.ts'
import { DISCOVERY, PARAMETER, URI } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const LINK = section('LINK', '4', {
  TARGET: stated('wallet', 'The wallet calls the identity app at its `redirect_uri`.', inExchange('compare the deeplink with the configured URI; offer another one'), { refusedBy: 'identity app', dependsOn: [URI, DISCOVERY], consequence: lostRequest }),
  ONE: stated('wallet', 'The encrypted request is the value of one query parameter of the deeplink.', 'deeplink', { refusedBy: 'identity app', dependsOn: PARAMETER, consequence: lostRequest }),
  CLOSED: should('wallet', 'The deeplink has no private value in plaintext.', 'deeplink', { consequence: privacy('Every application that sees the deeplink can read the value.') }),
  OPAQUE: should('wallet', 'The deeplink has no code, nonce, identity number or attestation of its session in plaintext, under any name and in any encoding.', inExchange('search each deeplink for the values of its session'), { standard: 'RFC 9700, section 4.2; RFC 6973, section 6.1', consequence: privacy('Every application that sees the deeplink can read the value.') }),
  MEANT: should('wallet', 'No parameter of the deeplink is the word for a missing value: `undefined`, `NaN` or `[object Object]`.', 'deeplink', { consequence: interoperability('The identity app reads the word as a value, such as an error.') }),
  CALM: should('identity app', 'A malformed deeplink causes neither a request nor a crash.', byProbes('open malformed and oversized deeplinks'), { dependsOn: LINK_SIZE, consequence: security('A web page crashes the identity app, or makes it send requests.') }),
  OPEN: should('identity app', 'A deeplink is accepted only while a session is open.', byProbes('open deeplinks before, after and without a session'), { consequence: hygiene('A web page makes the app call the issuer again, which rejects the spent nonce.') }),
  NAME: gap('identity app', 'The scheme of the deeplink and the name of its query parameter are not defined.', fromConfiguration, { dependsOn: [URI, PARAMETER], consequence: undefinedPoint }),
})

export const requirements = listRows(LINK)
