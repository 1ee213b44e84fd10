import { openArtefact } from '../../../../protocol/artefacts/open.ts'
import type { WalletBackend } from '../../model/actors.ts'
import { listWalletSeals } from '../steps/environment.ts'
import { applyReply, type EndpointHandlers, type Network, type ServiceContext } from './context.ts'
import { createJsonResponse, createRejection } from './http.ts'
import { fetchIssuerKeys } from './verifier.ts'

/** A wallet backend at work: it takes credentials that verify with the keys of the issuer. */
export function startWalletBackend(
  backend: WalletBackend,
  context: ServiceContext,
  network: Network,
): EndpointHandlers {
  const { environment } = context
  return applyReply(backend, {
    walletCallback: async (request) => {
      const artefacts = openArtefact('callback', request.body ?? '', listWalletSeals(environment.keys))
      const jwks = await fetchIssuerKeys('wallet backend', context, network)
      const known = { now: environment.now, jwks, issuer: environment.issuer, statusBase: environment.status }
      const refusals = backend.findRefusals({ request: request, artefacts: artefacts, facts: known, state: {} })
      const credentials = artefacts.filter(({ kind }) => kind === 'credential').length
      return refusals.length > 0 ? createRejection(refusals) : createJsonResponse(backend.acknowledge(credentials))
    },
  })
}
