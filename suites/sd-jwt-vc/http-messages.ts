import { makeMessageFacet } from '../http/message-rules.ts'
import { VCISSUER, VCTYPE } from './requirements.ts'

/** What is carried by responses of HTTP. */
export const messages = {
  'type-metadata': makeMessageFacet('type-metadata', VCTYPE['MEDIA-TYPE'], VCTYPE.READ),
  'vc-issuer-metadata': makeMessageFacet('vc-issuer-metadata', VCISSUER['MEDIA-TYPE'], VCISSUER.READ),
}
