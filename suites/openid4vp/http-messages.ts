import { jwtIsAscii, makeMessageFacet } from '../http/message-rules.ts'
import { VPPOST } from './request-requirements.ts'
import { VPEND, VPSEND } from './response-requirements.ts'

const form = { off: 'The octets of a form are ASCII; VPWALLET-UTF8 looks at what they encode.' }

/** What is carried by requests and responses of HTTP. */
export const messages = {
  'vp-request-object': makeMessageFacet('vp-request-object', VPPOST.OBJECT, jwtIsAscii),
  'vp-wallet-metadata': makeMessageFacet('vp-wallet-metadata', VPPOST.FORM, form),
  'vp-response': makeMessageFacet('vp-response', VPSEND.POST, form),
  'vp-endpoint-response': makeMessageFacet('vp-endpoint-response', VPEND.TYPE, VPEND.JSON),
}
