import { isResponder, type Role, toRoleKey } from '../../../../model/role.ts'
import type { TransportErrorKind } from '../../../../model/wire.ts'
import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import { requirements } from '../../all/requirements.ts'
import type { Message, MessageEndpoint } from '../../model/endpoints.ts'

/** What is known about the session of a message. */
export interface SuspectOptions {
  /** The place of its account in the configuration. */
  readonly account: number
  readonly isTarget: (role: Role) => boolean
}

/** Names the settings that are probably wrong where a target did not answer a valid message as it must, the likeliest first. */
export function listSuspectedSettings(
  { endpoint, to, response, transportError }: Message,
  { account, isTarget }: SuspectOptions,
): readonly string[] {
  if (!isTarget(to) || !isResponder(to)) return []
  const target = `targets.${toRoleKey(to)}`
  if (transportError) return suspectedByLoss[transportError.kind].map((name) => `${target}.${name}`)
  const status = response?.status ?? 0
  if (status === 401 || status === 403) {
    return endpoint === 'validate'
      ? [`accounts[${account}].sessionToken`, `accounts[${account}].uid`]
      : [`${target}.headers`]
  }
  if (status === 429) return [`${target}.rate`]
  if (status === 404 || status === 405 || (status >= 300 && status < 400))
    return [`${target}.url`, ...listPlaces(endpoint)]
  // A reference wallet is refused most often because nothing leads from its device to a root that the issuer trusts.
  if (status < 500 && endpoint === 'validate')
    return ['writeRoot', `accounts[${account}].uid`, ...listForms('validation-request')]
  if (status >= 500 || endpoint === 'other') return []
  return [`${target}.requests.${endpoint}`, ...(endpoint === 'walletCallback' ? listForms('callback') : [])]
}

/** The decisions about the form of what is sent. */
const listForms = (kind: ArtefactKind): readonly string[] => {
  const rows = requirements.filter(({ seen }) => 'in' in seen && seen.in.includes(kind))
  return [...new Set(rows.flatMap(({ dependsOn }) => dependsOn.map(({ id }) => `decisions["${id}"]`)))]
}

/** The decisions about where an endpoint is. */
function listPlaces(endpoint: MessageEndpoint): readonly string[] {
  if (endpoint === 'issuerMetadata') return ['decisions["metadata.path"]']
  if (endpoint === 'offer') return ['decisions["endpoints.offer.url"]']
  const hasPath = ['issuerConfig', 'nonce', 'validate', 'walletCallback', 'jwks', 'presentation'].includes(endpoint)
  return hasPath ? [`decisions["endpoints.${endpoint}.path"]`] : []
}

/** The members of a target that are probably wrong where a message was lost. */
export const suspectedByLoss: Readonly<Record<TransportErrorKind, readonly string[]>> = {
  configuration: ['url'],
  unreachable: ['url'],
  tls: ['tls.ca', 'url'],
  timeout: ['timeout', 'url'],
  protocol: ['url'],
  interrupted: [],
}
