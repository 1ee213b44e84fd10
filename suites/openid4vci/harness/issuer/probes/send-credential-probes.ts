import type { ProbeAnswer } from '../../../../../model/probe.ts'
import { attemptCalls } from '../../../../../src/harness/obstacle.ts'
import type { ProbeQueue, ProbeTask } from '../../../../../src/harness/side-by-side/probe-queue.ts'
import { removeTrial } from '../../../../../src/harness/trials.ts'
import { type IssuerProbe, issuerProbes } from '../../../issuer-probes.ts'
import { readOffer } from '../read-offer.ts'
import { fetchCredential, isTaken, openGrant, type Repeated, type RequestEnd, waitForCredential } from '../session.ts'
import type { Grant, ProbePlace, TestWallet } from '../wallet.ts'
import { addInconclusive, judgeAgain, judgeProbe } from './judge-credential-probe.ts'
import { listNeeds } from './list-needs.ts'
import type { Played } from './played.ts'

/** Seconds that a probe waits for a credential that is deferred. */
const longestWait = 10

/** Access tokens for probes: one that can be used again, or another one each time. */
interface Supply {
  /** Whether one token is enough for all. */
  readonly isReusable: boolean
  readonly next: (wallet: TestWallet) => Promise<Grant | undefined>
}

async function openSupply(
  { issuer, offer, grant, nextOffer }: Played & ProbePlace,
  played: TestWallet,
): Promise<Supply> {
  const isReusable = isTaken(await fetchCredential(issuer, grant, played))
  const next = async (wallet: TestWallet): Promise<Grant | undefined> => {
    if (isReusable) return grant
    const given = await nextOffer()
    if (given) return openGrant(issuer, await readOffer(given, wallet), wallet)
    // A user can authorize the wallet again.
    return offer.code === undefined ? openGrant(issuer, offer, wallet) : undefined
  }
  return { isReusable, next }
}

/** Who is asked, with what, and what came of it so far. */
interface Asking {
  readonly issuer: Played['issuer']
  readonly supply: Supply
  /** Whether the issuer wants its nonces in proofs of the key of a token. */
  readonly isNonced: boolean
  /** Whether each probe was refused as it should be. */
  readonly refused: Map<IssuerProbe, boolean>
  /** In what other manners than the usual one a request was taken. */
  readonly taken: Set<string>
  /** The last request. */
  before?: Repeated
}

/** Sends credential requests that an issuer has to refuse, and unusual ones that it has to take. */
export async function sendCredentialProbes(place: Played & ProbePlace, wallet: TestWallet): Promise<void> {
  const needs = listNeeds(place, wallet)
  const supply = await openSupply(place, wallet)
  const asking: Asking = {
    issuer: place.issuer,
    supply,
    isNonced: needs.has('dpop-nonces'),
    refused: new Map(),
    taken: new Set(),
  }
  const probes = issuerProbes.filter(
    (each) =>
      each.needs.every((need) => needs.has(need)) &&
      (supply.isReusable || !each.change.isKnown) &&
      wallet.journal.selects(each),
  )
  await sendTasks(probes, '', { queue: place.queue, asking, send: sendProbe })
  const held = probes.filter((probe) => asking.refused.get(probe) && !probe.change.reuses)
  if (supply.isReusable) await sendTasks(held, ', again', { queue: place.queue, asking, send: sendAgain })
  const isValidTaken = (await sendControl(asking, wallet)) === 'accepted'
  const refused = probes.filter((each) => asking.refused.get(each))
  await tryManners(refused, asking, wallet)
  for (const probe of refused)
    if (!isValidTaken || !listManners(probe).every((each) => asking.taken.has(each))) dispute(probe, wallet)
}

/** Sends a valid request in each manner in which only wrong ones were sent: its probe may not be selected. */
async function tryManners(probes: readonly IssuerProbe[], asking: Asking, wallet: TestWallet): Promise<void> {
  const untried = new Set(probes.flatMap(listManners).filter((each) => !asking.taken.has(each)))
  for (const manner of untried) {
    const valid = issuerProbes.find((each) => each.expects === 'issuance' && listManners(each).includes(manner))
    if (valid && !wallet.journal.selects(valid) && (await sendControl(asking, wallet, valid.change)) === 'accepted')
      asking.taken.add(manner)
  }
}

/** In what manner a request is sent: by another algorithm than the usual one, or encrypted. */
const listManners = ({ change: { alg, isEncrypted } }: IssuerProbe): readonly string[] => [
  ...(alg === undefined ? [] : [alg]),
  ...(isEncrypted === true ? ['encrypted'] : []),
]

type SendOne = (
  probe: IssuerProbe,
  given: Partial<Repeated> & { readonly source: string },
  asking: Asking,
  wallet: TestWallet,
) => Promise<'answered' | 'lost'>

/** Sends probes in groups: each with a wallet of its own. */
function sendTasks(
  probes: readonly IssuerProbe[],
  times: string,
  { queue, asking, send }: { readonly queue: ProbeQueue<TestWallet>; readonly asking: Asking; readonly send: SendOne },
): Promise<void> {
  const tasks = groupProbes(probes, asking).map(
    (group): ProbeTask<TestWallet> => ({
      name: `${group[0]?.id}${times}`,
      send: async (wallet) => {
        const before = await prepare(group, asking, wallet)
        const ends: ('answered' | 'lost')[] = []
        for (const probe of group) {
          const source = `the answer to ${probe.description}${times}`
          const { reuses, isKnown } = probe.change
          const { nonce, holders } = before ?? {}
          const repeated = { ...(reuses && nonce !== undefined && { nonce }), ...(isKnown && holders && { holders }) }
          ends.push(await send(probe, { source, ...repeated }, asking, wallet))
        }
        return ends.includes('lost') ? 'lost' : 'answered'
      },
    }),
  )
  // Where each probe takes a token of its own, there may be fewer tokens than probes.
  if (!asking.supply.isReusable) return queue.sendInOrder(tasks)
  return queue.sendAll(tasks, (wallet) => sendControl(asking, wallet))
}

/** Where a proof has the nonce that came with the answer before, such proofs are sent one after the other. */
function groupProbes(probes: readonly IssuerProbe[], { isNonced }: Asking): readonly (readonly IssuerProbe[])[] {
  const groups: IssuerProbe[][] = []
  for (const probe of probes) {
    const last = groups.at(-1)
    const isNext = isNonced && probe.change.dpop !== undefined && last?.[0]?.change.dpop !== undefined
    if (last && isNext) last.push(probe)
    else groups.push([probe])
  }
  return groups
}

/** Sends the valid request first, where a probe repeats something of the request before. Returns that. */
async function prepare(
  [probe]: readonly IssuerProbe[],
  { issuer, supply, isNonced, before }: Asking,
  wallet: TestWallet,
): Promise<Repeated | undefined> {
  const { reuses, isKnown, dpop } = probe?.change ?? {}
  if (!reuses && !isKnown && !dpop?.repeats && !(isNonced && dpop)) return undefined
  if (!supply.isReusable) return before
  const grant = await attemptCalls(() => supply.next(wallet))
  const end = grant && (await attemptCalls(() => fetchCredential(issuer, grant, wallet)))
  return end && (isTaken(end) || !isKnown) ? end.prepared : undefined
}

const sendProbe: SendOne = async (probe, given, asking, wallet) => {
  const { issuer, supply } = asking
  asking.refused.delete(probe)
  if (probe.change.isKnown && !given.holders) {
    addInconclusive(wallet, probe, 'the valid request before it was not accepted')
    return 'answered'
  }
  const own = await attemptCalls(() => supply.next(wallet))
  if (!own) {
    addInconclusive(wallet, probe, 'it needs another offer: the access token can be used only once')
    return 'answered'
  }
  const end = await attemptCalls(() => fetchCredential(issuer, own, wallet, probe.change, given))
  if (!end) {
    addInconclusive(wallet, probe, 'there was no answer')
    return 'lost'
  }
  asking.before = end.prepared
  if (probe.expects === 'issuance' && isTaken(end)) for (const each of listManners(probe)) asking.taken.add(each)
  const isValidTaken = async (): Promise<boolean> => (await sendControl(asking, wallet)) === 'accepted'
  const wait = (late: RequestEnd): Promise<RequestEnd | undefined> =>
    attemptCalls(() => waitForCredential(issuer, own, wallet, late, longestWait))
  asking.refused.set(probe, await judgeProbe(probe, end, wallet, { isValidTaken, wait }))
  return 'answered'
}

/** Sends a second time what was refused: some receivers validate until they have refused. */
const sendAgain: SendOne = async (probe, given, asking, wallet) => {
  const { issuer, supply } = asking
  const grant = await attemptCalls(() => supply.next(wallet))
  const end = grant && (await attemptCalls(() => fetchCredential(issuer, grant, wallet, probe.change, given)))
  const isRefused = !end || !judgeAgain(probe, end, wallet)
  asking.refused.set(probe, isRefused)
  return 'answered'
}

async function sendControl(
  { issuer, supply }: Asking,
  wallet: TestWallet,
  change?: IssuerProbe['change'],
): Promise<ProbeAnswer> {
  const grant = await attemptCalls(() => supply.next(wallet))
  const end = grant && (await attemptCalls(() => fetchCredential(issuer, grant, wallet, change)))
  if (!end) return 'inconclusive'
  return isTaken(end) ? 'accepted' : end.outcome === 'refused' ? 'refused' : 'inconclusive'
}

/** What was refused says nothing if the valid request is refused at the end. */
function dispute(probe: IssuerProbe, wallet: TestWallet): void {
  removeTrial(wallet.journal.trials, probe.id)
  addInconclusive(wallet, probe, 'rejected, and so is the valid request at the end')
}
