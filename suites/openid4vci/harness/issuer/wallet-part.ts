import { recordCalls } from '../../../../src/harness/recording.ts'
import type { BeginPart } from '../../../../src/harness/side-by-side/probe-queue.ts'
import { keepGiven } from './keep-given.ts'
import type { TestWallet } from './wallet.ts'

/** How the messages between a wallet and an issuer are recorded. */
export const ways = { from: 'wallet', to: 'issuer' } as const

/** Makes wallets for probes that are sent side by side. What one of them receives, and the nonces it was given, are its own until then. */
export const makeParts =
  (wallet: TestWallet): BeginPart<TestWallet> =>
  (watch) => {
    const { journal, merge } = wallet.journal.beginPart(watch)
    const { dpop, instance } = wallet
    const part: TestWallet = {
      ...wallet,
      journal,
      send: recordCalls(wallet.call, journal.recording, ways),
      ...{ issued: [], sound: [], given: new Map(), offers: [] },
      ...(dpop && { dpop: { ...dpop, nonces: new Map(dpop.nonces) } }),
      ...(instance && { instance: { ...instance } }),
    }
    return {
      wallet: part,
      journal,
      merge: () => {
        merge()
        mergeReceived(part, wallet)
        mergeNonces(part, wallet)
      },
    }
  }

function mergeReceived(part: TestWallet, whole: TestWallet): void {
  whole.issued.push(...part.issued)
  whole.sound.push(...part.sound)
  whole.offers.push(...part.offers)
  for (const [name, texts] of part.given) for (const text of texts) keepGiven(whole, name, text)
}

/** The last nonce that a server gave is the one that it expects. */
function mergeNonces({ dpop, instance }: TestWallet, whole: TestWallet): void {
  if (dpop && whole.dpop) {
    whole.dpop.last = dpop.last
    for (const [origin, nonce] of dpop.nonces) whole.dpop.nonces.set(origin, nonce)
  }
  if (instance?.challenge !== undefined && whole.instance) whole.instance.challenge = instance.challenge
}
