import { sendClientProbes } from '../../authorization/send-client-probes.ts'
import { sendCodeProbes } from '../../authorization/send-code-probes.ts'
import { sendRefreshProbes } from '../../authorization/send-refresh.ts'
import { sendDpopProbes } from '../send-dpop-probes.ts'
import type { ProbePlace, TestWallet } from '../wallet.ts'
import type { Played } from './played.ts'
import { sendCredentialProbes } from './send-credential-probes.ts'
import { sendDeferredProbes } from './send-deferred-probes.ts'
import { sendNearCodes } from './send-near-codes.ts'
import { sendNotificationProbes } from './send-notification-probes.ts'
import { sendSequences } from './send-sequences.ts'
import { sendTokenProbes } from './send-token-probes.ts'

/** Sends every probe that applies. Those that use up an offer come last. */
export async function sendProbes(place: Played & ProbePlace, wallet: TestWallet): Promise<void> {
  await sendCredentialProbes(place, wallet)
  await sendDeferredProbes(place, wallet)
  await sendNotificationProbes(place, wallet)
  await sendDpopProbes(place, place.grant, wallet)
  await sendClientProbes(place, wallet)
  await sendRefreshProbes(place, wallet)
  const { issuer, offer } = place
  if (offer.code === undefined) await sendCodeProbes(issuer, offer, wallet)
  else await sendTokenProbes(place, wallet)
  await sendNearCodes(place, wallet)
  await sendSequences(place, wallet)
  await wallet.profile.sendProbes?.(place, place.grant, wallet)
}
