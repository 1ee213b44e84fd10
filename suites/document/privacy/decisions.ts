import { leftOpen } from '../../../model/decision.ts'

const decideCallers = (endpoint: string, name: string) =>
  leftOpen(`auth.${endpoint}`, {
    section: '5',
    question: `Who may call ${name}?`,
    answers: { none: 'anyone', bearer: 'only clients with a bearer token' },
    default: 'none',
  })

export const AUTH_CONFIG = decideCallers('issuerConfig', 'the Issuer Config endpoint')
export const AUTH_OFFER = decideCallers('offer', 'a Credential Offer URL')
export const AUTH_METADATA = decideCallers('issuerMetadata', 'the issuer metadata endpoint')
export const AUTH_NONCE = decideCallers('nonce', 'the nonce endpoint')
export const AUTH_CALLBACK = decideCallers('walletCallback', 'the wallet backend')
export const AUTH_KEYS = decideCallers('jwks', 'the JWKS endpoint')
export const AUTH_STATUS = decideCallers('status', 'the status endpoint')
export const decisions = [AUTH_CONFIG, AUTH_OFFER, AUTH_METADATA, AUTH_NONCE, AUTH_CALLBACK, AUTH_KEYS, AUTH_STATUS]
