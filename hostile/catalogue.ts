import { behaviours, isBody } from './behaviours.ts'
import { type Cell, phases } from './target.ts'

/** The endpoints that a run calls. */
export const endpoints = ['issuerConfig', 'issuerMetadata', 'nonce', 'validate', 'jwks', 'status', 'walletCallback']

/** Every behaviour at every endpoint, at once and later. */
export const cells: readonly Cell[] = Object.keys(behaviours).flatMap((behaviour) =>
  endpoints.flatMap((endpoint) => phases.map((phase) => ({ behaviour, endpoint, phase }))),
)

export const nameCell = ({ behaviour, endpoint, phase }: Cell): string => [behaviour, endpoint, phase].join()

/**
 * Whether the document allows it, so that it is not hostile: it does not say what a wallet backend answers with, and sets no
 * limit to the lists of metadata.
 */
export const isLegal = ({ endpoint, behaviour }: Cell): boolean =>
  (endpoint === 'walletCallback' && isBody(behaviour)) ||
  (endpoint === 'issuerMetadata' && behaviour === 'has each array 300 times as long')
