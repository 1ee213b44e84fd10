import { requirements } from '../../requirements.ts'
import { presenterFaults } from '../../wallet/faults.ts'
import { connections, dcConnections, type LinkConnection, requestProbes } from '../../wallet/probes.ts'
import { presenterVariants } from '../../wallet/variants.ts'
import type { PresenterProfile } from './presenter-profile.ts'
import type { ConnectionEnds, PlayRequest } from './session-end.ts'

const descriptions: Readonly<Record<LinkConnection, string>> = {
  hash: 'a signed request of a client that is named by the hash of its certificate',
  dns: 'a signed request of a client that is named by its host',
  unsigned: 'a request in a link, of a client that is named by its address',
}

/** Plays the sessions of a usual verifier, by each of its names. */
async function playConnections(play: PlayRequest): Promise<ConnectionEnds> {
  return {
    hash: await play(descriptions.hash, connections.hash, true),
    dns: await play(descriptions.dns, connections.dns, true),
    unsigned: await play(descriptions.unsigned, connections.unsigned, true),
  }
}

/** OpenID4VP 1.0 alone. */
export const presenterProfile: PresenterProfile = {
  suite: 'openid4vp-1.0',
  rows: requirements,
  playUsual: playConnections,
  dcConnections,
  plan: () => ({ connections: { ...connections, ...dcConnections }, probes: requestProbes }),
  reference: {
    name: 'a wallet of OpenID4VP 1.0',
    change: (steps) => steps,
    faults: presenterFaults,
    variants: presenterVariants,
  },
}
