import { makeTextFacet } from '../json/text-rules.ts'
import { VCIPAR, VCISERVER } from './requirements.ts'

/** The messages that are JSON texts. */
export const texts = {
  'oauth-server-metadata': makeTextFacet('oauth-server-metadata', VCISERVER.JSON),
  'oauth-pushed-response': makeTextFacet('oauth-pushed-response', VCIPAR.JSON),
}
