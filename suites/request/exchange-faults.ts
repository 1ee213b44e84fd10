import type { Deviation } from '../../src/model/actors.ts'
import { type Fault, fault } from '../../src/model/fault.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { writeJson } from '../../src/protocol/json.ts'
import { LINK } from '../deeplink/requirements.ts'
import { both, change, drop, instead, message, put } from '../deviations.ts'
import { ENC } from '../encryption/requirements.ts'
import { REQ, RESP } from './requirements.ts'

const { request, response } = message

const template = (name: string) =>
  request((all) => put('/credential_configuration_id', name)(drop('/credential_identifier')(all)))

/** Whoever looks at the answer sees the credential without any key. */
const alsoInClear: Deviation = {
  issuer: (honest) => {
    let shown = '' // an issuer of one session, which remembers what it made last
    return {
      ...honest,
      bundle: (jws, disclosures) => {
        shown = honest.bundle(jws, disclosures)
        return shown
      },
      answer: (sealed) => put('/preview', shown)(honest.answer(sealed)),
    }
  },
}

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(REQ.OFFERED, 'asks for a template that was not offered', template('another_credential')),
  fault(REQ.REQUIRES, 'shows the credential in clear beside the encrypted response', alsoInClear),
  fault(REQ.COVERED, 'sends its request in clear', instead('wallet', 'encrypt', () => (all) => encodeBase64url(writeJson(all))), { alsoBreaks: [ENC.REQUEST, LINK.ONE, LINK.CLOSED] }),
  fault(RESP['SAME-ID'], 'answers with an id that nobody asked for', response(change('/credential_identifier', (id) => `${id}-2`))),
  fault(RESP.LASTING, 'gives one id to all who ask for a template', both(template('identity_credential'), response(put('/credential_identifier', 'the-same-for-all')))),
]
