import { jwtIsAscii, makeMessageFacet } from '../http/message-rules.ts'
import { VCIPAR, VCISERVER } from '../oauth/requirements.ts'
import { VCIHTTP, VCIMETA, VCINONCE, VCIOFFER, VCIRESPONSE, VCITOKEN } from './requirements.ts'

/** What is carried by responses of HTTP. */
export const messages = {
  'vci-offer': makeMessageFacet('vci-offer', VCIHTTP.JSON, VCIOFFER.JSON),
  'vci-issuer-metadata': makeMessageFacet('vci-issuer-metadata', VCIHTTP.JSON, VCIMETA.JSON),
  'vci-signed-metadata': makeMessageFacet('vci-signed-metadata', VCIHTTP.JWT, jwtIsAscii),
  'vci-token-response': makeMessageFacet('vci-token-response', VCIHTTP.JSON, VCITOKEN.JSON),
  'vci-nonce-response': makeMessageFacet('vci-nonce-response', VCIHTTP.JSON, VCINONCE.JSON),
  'vci-credential-response': makeMessageFacet('vci-credential-response', VCIHTTP.JSON, VCIRESPONSE.JSON),
  'oauth-server-metadata': makeMessageFacet('oauth-server-metadata', VCIHTTP.JSON, VCISERVER.JSON),
  'oauth-pushed-response': makeMessageFacet('oauth-pushed-response', VCIHTTP.JSON, VCIPAR.JSON),
}
