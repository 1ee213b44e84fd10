import { makeTextFacet } from '../json/text-rules.ts'
import { texts as oauthTexts } from '../oauth/json-texts.ts'
import { VCIMETA, VCINONCE, VCINOTE, VCIOFFER, VCIREQUEST, VCIRESPONSE, VCITOKEN } from './requirements.ts'

/** The messages that are JSON texts. */
export const texts = {
  'vci-offer': makeTextFacet('vci-offer', VCIOFFER.JSON),
  'vci-issuer-metadata': makeTextFacet('vci-issuer-metadata', VCIMETA.JSON),
  'vci-token-response': makeTextFacet('vci-token-response', VCITOKEN.JSON),
  'vci-nonce-response': makeTextFacet('vci-nonce-response', VCINONCE.JSON),
  'vci-credential-request': makeTextFacet('vci-credential-request', VCIREQUEST.JSON),
  'vci-credential-response': makeTextFacet('vci-credential-response', VCIRESPONSE.JSON),
  'vci-notification': makeTextFacet('vci-notification', VCINOTE.JSON),
  ...oauthTexts,
  'vci-error-response': makeTextFacet('vci-error-response', {
    off: 'What answers in place of an issuer need not write JSON: the probes look at the errors that have to be JSON.',
  }),
}
