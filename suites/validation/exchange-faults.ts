import { type Fault, fault } from '../../src/model/fault.ts'
import { RawJson } from '../../src/protocol/json.ts'
import { calling, instead, message } from '../deviations.ts'
import { BODY } from '../silence/requirements.ts'
import { VAL } from './requirements.ts'

/** Validates with the session token somewhere else, or nowhere. */
const headed = (how: (token: string) => Readonly<Record<string, string>>) =>
  calling('identityApp', 'validate', ({ headers: { authorization = '', ...headers }, ...asked }) => ({
    ...asked,
    headers: { ...headers, ...how(authorization) },
  }))

const somebody = { ResidentName: 'Same Example', MaskedUID: 'XXXXXXXX0000', Gender: 'X', IdType: 'IN' }

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(VAL.TOKEN, 'validates without a session token', headed(() => ({}))),
  fault(VAL.TOKEN, 'sends the session token without its scheme', headed((token) => ({ authorization: token.replace('Bearer ', '') }))),
  fault(VAL.TOKEN, 'sends the session token under another scheme', headed((token) => ({ authorization: token.replace('Bearer', 'Basic') }))),
  fault(VAL.TOKEN, 'sends the session token in another header', headed((token) => ({ 'x-session-token': token }))),
  fault(VAL.JSON, 'validates with a form', message.validationRequest(() => new RawJson('uid=1&encryted_credential_request=2')), { alsoBreaks: [BODY.JSON] }),
  fault(VAL.JSON, 'answers with a text', message.validationResponse(() => new RawJson('credential_response: 1')), { alsoBreaks: [BODY.JSON] }),
  fault(VAL.HOLDER, 'gives everybody the credential of one person', instead('issuer', 'draft', (honest) => (session, key) => honest({ ...session, holder: somebody }, key))),
]
