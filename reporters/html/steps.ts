import type { ResultTold } from '../../src/model/run-report.ts'

/** A step of the flow of section 1, and what comes after it. */
export interface Step {
  readonly mark: string
  readonly name: string
}

const intent = { mark: '1', name: 'The holder wants to share' }
const ask = { mark: '2', name: 'The identity app asks for its configuration' }
const configure = { mark: '3', name: 'The issuer answers with an identifier and a nonce' }
const offer = { mark: '4', name: 'The offer goes to the wallet' }
const request = { mark: '5', name: 'The wallet attests its keys and asks' }
const validate = { mark: '6', name: 'The issuer validates, and answers with a credential' }
const deliver = { mark: '7', name: 'The credential goes to the wallet backend' }
const use = { mark: '+', name: 'Afterwards: keys, status and presentation' }
const throughout = { mark: '*', name: 'Throughout' }

/** The steps in their order. */
export const steps: readonly Step[] = [intent, ask, configure, offer, request, validate, deliver, use, throughout]

/** To which step requirements belong, by id, or by what their ids begin with. */
const placed: Readonly<Record<string, Step>> = {
  'FLOW-INTENT': intent,
  'FLOW-UNTOUCHED': offer,
  'FLOW-TXN-CODE': offer,
  'FLOW-SAME-CODE': offer,
  'FLOW-ORDER': request,
  'FLOW-DEEPLINK': request,
  'FLOW-FORWARDED': validate,
  'FLOW-VALIDATES': validate,
  'FLOW-DELIVERED': deliver,
  'FLOW-SOURCE': deliver,
  'CFG identity app': ask,
  CFG: configure,
  OFFER: offer,
  META: request,
  NONCE: request,
  REQ: request,
  PROOF: request,
  CERT: request,
  ATT: request,
  CRE: request,
  LINK: request,
  ENC: validate,
  VAL: validate,
  RESP: validate,
  CRED: validate,
  CNF: validate,
  SD: validate,
  CLAIM: validate,
  CLAIMS: validate,
  CALLBACK: deliver,
  JWKS: use,
  STATUS: use,
  'VERSION-PRESENTATION': use,
}

/** The step in which a requirement is met or missed. */
export function stepOf({ id, binds }: Pick<ResultTold, 'id' | 'binds'>): Step {
  const [start = ''] = id.split('-')
  return placed[id] ?? placed[`${start} ${binds}`] ?? placed[start] ?? throughout
}
