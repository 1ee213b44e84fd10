import { makeTextFacet } from '../json/text-rules.ts'
import { VCISSUER, VCTYPE } from './requirements.ts'

/** The messages that are JSON texts. */
export const texts = {
  'type-metadata': makeTextFacet('type-metadata', VCTYPE.READ),
  'vc-issuer-metadata': makeTextFacet('vc-issuer-metadata', VCISSUER.READ),
}
