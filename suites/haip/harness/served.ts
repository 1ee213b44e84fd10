import { setTimeout as sleep } from 'node:timers/promises'
import { TransportError } from '../../../model/errors.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import type { StandardActor, StandardWallet } from '../../kit/served-actor.ts'
import { createReferenceVciIssuer } from '../../openid4vci/harness/reference-issuer.ts'
import { createReferenceVciWallet } from '../../openid4vci/harness/reference-wallet.ts'
import { chooseMethod } from '../../openid4vp/actors/wallet/steps.ts'
import type { VpWalletSteps } from '../../openid4vp/actors/wallet-steps.ts'
import { createReferenceVpVerifier } from '../../openid4vp/harness/reference-verifier.ts'
import { createReferenceVpWallet } from '../../openid4vp/harness/reference-wallet.ts'
import { issuerProfile } from './issuer-profile.ts'
import { presenterProfile } from './presenter-profile.ts'
import { verifierProfile } from './verifier-profile.ts'
import { walletProfile } from './wallet-profile.ts'

/** The reference issuer of OpenID4VCI 1.0. */
export const servedIssuer: StandardActor = {
  title: 'an issuer of OpenID4VCI 1.0',
  gives: 'a new offer',
  names: ['issuer', 'offers'],
  command: (source) => `assay test issuer --offer ${source} --probes`,
  create: (origin, now, choose) => {
    const { handle, id, offers } = createReferenceVciIssuer(origin, now, choose(issuerProfile.reference))
    return { handle, id, source: offers }
  },
}

/** The reference verifier of OpenID4VP 1.0. */
export const servedVerifier: StandardActor = {
  title: 'a verifier of OpenID4VP 1.0',
  gives: 'a new request',
  names: ['verifier', 'requests'],
  command: (source) =>
    `assay test verifier --write-trust trust && assay test verifier --request ${source} --anchors trust/root.pem --probes`,
  create: (origin, now, choose, fetchList) => {
    const change = choose(verifierProfile.reference)
    const { handle, id, requests } = createReferenceVpVerifier(origin, now, change, fetchList)
    return { handle, id, source: requests }
  },
}

/** The reference wallet of OpenID4VCI 1.0, which takes an offer with each command. */
export const takeOffers: StandardWallet = ({ now, send }, choose) => {
  const change = choose(walletProfile.reference)
  const takeOffer = createReferenceVciWallet({ send, now, wait: (seconds) => sleep(1000 * seconds) }, change)
  return async (command) => {
    if (command.verb !== 'offer') throw new TransportError('configuration', `a wallet cannot ${command.verb}`)
    const { offer, txnCode } = command
    return takeOffer({ link: offer, ...(txnCode !== undefined && { txCode: txnCode }) })
  }
}

/** The reference wallet of OpenID4VP 1.0, which gets a link, or a request of the Digital Credentials API, with each command. */
export const openRequests: StandardWallet = ({ now, send, isPlain }, choose) => {
  const change = choose(presenterProfile.reference) ?? ((steps: VpWalletSteps) => steps)
  const present = createReferenceVpWallet(send, now, (steps) => change(isPlain ? { ...steps, chooseMethod } : steps))
  return async (command) => {
    if (command.verb === 'request')
      return present({ request: parseJsonObject(command.request), origin: command.origin })
    if (command.verb !== 'open')
      throw new TransportError('configuration', `a wallet that presents cannot ${command.verb}: see --presents`)
    return present(command.link)
  }
}
