import { makeTextFacet } from '../json/text-rules.ts'
import { DCQL, VPDC, VPMETA, VPPOST, VPREQ } from './request-requirements.ts'
import { VPEND, VPRESP } from './response-requirements.ts'

/** The messages that are JSON texts. */
export const texts = {
  'vp-request': makeTextFacet('vp-request', VPREQ.JSON),
  'vp-dcql-query': makeTextFacet('vp-dcql-query', DCQL.JSON),
  'vp-client-metadata': makeTextFacet('vp-client-metadata', VPMETA.JSON),
  'vp-dc-request': makeTextFacet('vp-dc-request', VPDC.JSON),
  'vp-response': makeTextFacet('vp-response', VPRESP.JSON),
  'vp-endpoint-response': makeTextFacet('vp-endpoint-response', VPEND.JSON),
  'vp-wallet-metadata': makeTextFacet('vp-wallet-metadata', VPPOST.METADATA),
}
