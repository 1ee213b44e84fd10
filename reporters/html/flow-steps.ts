import { getWhole } from '../../model/requirement.ts'
import type { ReportedResult } from '../../model/run-report.ts'

/** A step of the flow in section 1 of the document. */
export interface FlowStep {
  readonly mark: string
  readonly name: string
}

const intent = { mark: '1', name: 'The holder decides to share' }
const requestConfig = { mark: '2', name: 'The identity app requests the Issuer Config' }
const answerConfig = { mark: '3', name: 'The issuer returns an identifier and a nonce' }
const offer = { mark: '4', name: 'The offer goes to the wallet' }
const request = { mark: '5', name: 'The wallet attests its keys and sends the request' }
const validate = { mark: '6', name: 'The issuer validates the request and returns a credential' }
const deliver = { mark: '7', name: 'The credential goes to the wallet backend' }
const use = { mark: '+', name: 'Afterwards: keys, status and presentation' }
const everyStep = { mark: '*', name: 'All steps' }

/** All steps, in order. */
export const flowSteps: readonly FlowStep[] = [
  intent,
  requestConfig,
  answerConfig,
  offer,
  request,
  validate,
  deliver,
  use,
  everyStep,
]

/** The step of a requirement, by its id, by section and role, or by section. */
const stepsById: Readonly<Record<string, FlowStep>> = {
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
  'CFG identity app': requestConfig,
  CFG: answerConfig,
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

/** Finds the step of the flow in which a requirement applies. */
export function findFlowStep({ id, binds }: Pick<ReportedResult, 'id' | 'binds'>): FlowStep {
  const [start = ''] = id.split('-')
  return stepsById[getWhole(id)] ?? stepsById[`${start} ${binds}`] ?? stepsById[start] ?? everyStep
}
