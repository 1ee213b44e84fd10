import type { Requirement } from '../../../../model/requirement.ts'
import { type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { findAddress } from '../../../../protocol/openid4vp/parameters.ts'
import type { Journal } from '../../../../src/harness/journal.ts'
import type { TestTrial } from '../../../../src/harness/trials.ts'
import { listLoneRefusals } from '../../../../src/harness/wallet/lone-refusals.ts'
import { makeChoices } from '../../../../src/harness/wallet/make-choices.ts'
import { tryAgain } from '../../../../src/harness/wallet/try-again.ts'
import { combine, type VerifierMutation } from '../../verifier/faults.ts'
import { checkErrors, hasHashes, isPresentation, listCallsAt } from '../../wallet/checks.ts'
import {
  type Connection,
  type ControlName,
  controls,
  isLink,
  isOfLinks,
  type RequestProbe,
} from '../../wallet/probes.ts'
import { addTransaction } from '../../wallet/requests.ts'
import { VPWALLET } from '../../wallet/requirements.ts'
import { hasReturned } from '../../wallet/returns.ts'
import {
  type ConnectionEnds,
  describeEnding,
  type EndedSession,
  hasPresented,
  type PlayRequest,
} from './session-end.ts'

/** A verifier with nothing invalid, and how it ended with the wallet. */
interface PlayedControl {
  readonly change: VerifierMutation
  readonly end: EndedSession
}

type FindControl = (name: ControlName, hasLink?: boolean) => Promise<PlayedControl | undefined>

const isTaken = ({ end }: PlayedControl): boolean => hasPresented(end)

/** By which names a verifier makes requests, and which. */
export interface ProbePlan {
  readonly connections: { readonly [C in Connection]?: VerifierMutation }
  readonly probes: readonly RequestProbe[]
  /** Transaction data of a type that the wallet knows. */
  readonly transaction?: JsonObject
  /** Whether calls without TLS are recognized. */
  readonly seesPlain?: boolean
}

/** Asks a wallet what it has to refuse, and what it may not refuse. */
export async function sendRequestProbes(
  { connections, probes, transaction, seesPlain = false }: ProbePlan,
  play: PlayRequest,
  ends: ConnectionEnds,
  journal: Journal,
): Promise<void> {
  const findControl = createControls(play, { connections, ...(transaction && { transaction }) }, ends)
  const unsent: RequestProbe[] = []
  const isPlain = Object.values(ends).some(({ session }) =>
    readText(findAddress(session.parameters)).startsWith('http:'),
  )
  const fitting = probes.filter(
    ({ control, sign }) =>
      controls[control].among.some((each) => isLink(each) || ends[each]) && // the Digital Credentials API only where it is tested
      (transaction || control !== 'transaction') &&
      !(isPlain && control === 'didWeb') &&
      (seesPlain || sign !== 'plain'),
  )
  const selected = fitting.filter((each) => each.expects === 'session' || journal.selects(each))
  for (const probe of await sendChoices(selected, findControl, play, journal)) {
    const control = await findControl(probe.control, isOfLinks(probe))
    if (!control || !isTaken(control) || !canSend(probe, control.end)) unsent.push(probe)
    else if (probe.expects === 'session') await playProbe(probe, control, play, journal)
    else await sendRequestProbe(probe, control, play, journal)
  }
  for (const probe of listLoneRefusals(fitting, journal)) {
    const control = await findControl(probe.control, isOfLinks(probe))
    if (control && isTaken(control))
      await sendRequestProbe({ ...probe, description: `${probe.description}, once more` }, control, play, journal)
  }
  for (const probe of unsent) {
    const control = await findControl(probe.control, isOfLinks(probe))
    if (control && !isTaken(control)) await sendUncontrolled(probe, control, play, journal)
  }
  await askAgain(await findControl('any'), play, journal)
  for (const [name, some] of Map.groupBy(unsent, ({ control }) => control))
    journal.notes.push(`not tested, because the wallet does not accept ${controlNames[name]}: ${listRows(some)}`)
}

/** Makes the choices of a verifier that have one control together. */
const sendChoices = (
  probes: readonly RequestProbe[],
  findControl: FindControl,
  play: PlayRequest,
  journal: Journal,
): Promise<readonly RequestProbe[]> =>
  makeChoices(probes, {
    nameGroup: (probe) => `${probe.expects} ${probe.control} ${isOfLinks(probe)}`,
    findControl: async (probe) => {
      const control = await findControl(probe.control, isOfLinks(probe))
      return control && isTaken(control) ? control : undefined
    },
    canMake: (probe, { end }) => canSend(probe, end),
    play: (description, group, control) =>
      play(description, combine(control.change, ...group.map(({ change }) => change)), true),
    isTaken: (probe, end) => hasPresented(end) && hasSign(probe, end),
    note: (probe) => {
      if (probe.expects === 'presentation') addProbe(journal, probe, 'held', 'accepted')
    },
  })

/** Makes a request that was answered once more. */
async function askAgain(control: PlayedControl | undefined, play: PlayRequest, journal: Journal): Promise<void> {
  if (!control || !isTaken(control)) return
  await tryAgain(journal, {
    ...{ row: VPWALLET.AGAIN, description: 'a request after all others', first: 'answered' },
    play: (description) => play(description, control.change, true),
    isAsFirst: hasPresented,
    describe: describeEnding,
  })
}

/** The requirements that probes are about. */
const listRows = (probes: readonly RequestProbe[]): string => [...new Set(probes.map(({ row }) => row.id))].join(', ')

/** The controls in words. */
const controlNames: Readonly<Record<ControlName, string>> = {
  signed: 'a signed request',
  linked: 'a signed request to which a link leads',
  any: 'a request',
  hash: 'a client that is named by the hash of its certificate',
  dns: 'a client that is named by its host',
  unsigned: 'a request without a signature',
  post: 'a request that may be fetched by POST, or sends no nonce of its own',
  object: 'a request object in the link',
  encrypted: 'a request for an encrypted response',
  dcSigned: 'a signed request of the Digital Credentials API',
  dcUnsigned: 'an unsigned request of the Digital Credentials API',
  dcMultisigned: 'a request of the Digital Credentials API with two signatures',
  did: 'a client that is named by a DID',
  didWeb: 'a client that is named by a DID of the method `web`',
  attested: 'a client that is named by an attestation',
  transaction: 'the transaction data of --transaction-data',
  sets: 'a query for one of several sets of claims',
}

/** Plays each control once; of several connections, the first counts that the wallet takes. */
function createControls(
  play: PlayRequest,
  { connections, transaction }: Pick<ProbePlan, 'connections' | 'transaction'>,
  ends: ConnectionEnds,
) {
  const ofTransaction = transaction && addTransaction(transaction)
  const known = new Map<string, PlayedControl | undefined>()
  const find = async (name: ControlName, hasLink: boolean): Promise<PlayedControl | undefined> => {
    if (name === 'transaction' && !ofTransaction) return undefined
    const control: { readonly among: readonly Connection[]; readonly change?: VerifierMutation } = controls[name]
    const own = name === 'transaction' ? ofTransaction : control.change
    const all = control.among
      .filter((each) => !hasLink || isLink(each))
      .flatMap((each) => {
        const [usual, end] = [connections[each], ends[each]]
        return usual && end ? [{ change: usual, end }] : []
      })
    const base = all.find(isTaken) ?? all[0]
    if (!base || !own) return base
    const change = combine(base.change, own)
    return { change, end: isTaken(base) ? await play(`the control: ${controlNames[name]}`, change, true) : base.end }
  }
  const findOnce: FindControl = async (name, hasLink = false) => {
    const key = `${name} ${hasLink}`
    if (!known.has(key)) known.set(key, await find(name, hasLink))
    return known.get(key)
  }
  return findOnce
}

/** What obliges only a wallet that requests its request objects with POST. */
const ofPosts: ReadonlySet<Requirement> = new Set([VPWALLET.PLAIN, VPWALLET['REFUSES-ERROR']])

/** Only a wallet that posts can do so without TLS, only one that sends a nonce of its own looks for it, and only one that signs hashes of transactions has a hash function. */
function canSend({ row }: RequestProbe, { session }: EndedSession): boolean {
  if (row === VPWALLET['TRANSACTION-HASH']) return hasHashes(session)
  const fetched = listCallsAt(session, 'request').map(({ request }) => request)
  if (ofPosts.has(row)) return fetched.some(({ method }) => method === 'POST')
  return row !== VPWALLET['REFUSES-NONCE'] || fetched.some(({ body }) => readText(body).includes('wallet_nonce='))
}

/** Plays a session in which nothing is expected, and judges it. */
async function playProbe(
  { description, change, judge }: RequestProbe,
  control: PlayedControl,
  play: PlayRequest,
  journal: Journal,
): Promise<void> {
  const { session } = await play(description, combine(control.change, change), true)
  if (judge) journal.mark(description, judge(session, control.end.session))
}

/** Whether a wallet went on where it should not, or as it should. */
function hasSign({ sign }: RequestProbe, { session }: EndedSession): boolean {
  const calls = listCallsAt(session, sign)
  if (sign === 'plain') return calls.some(({ request }) => request.method === 'POST')
  if (sign === 'done') return hasReturned(session.calls)
  return sign === 'moved' ? calls.length > 0 : calls.some((call) => isPresentation(session, call))
}

async function sendRequestProbe(
  probe: RequestProbe,
  control: PlayedControl,
  play: PlayRequest,
  journal: Journal,
): Promise<void> {
  const { description, expects, codes } = probe
  const isDue = expects === 'presentation'
  const change = combine(control.change, probe.change, probe.changeAfter?.(control.end.session) ?? ((steps) => steps))
  const first = await play(description, change, isDue)
  const isMissed = isDue && !hasSign(probe, first)
  // A user may have been away, or a wallet late: the control and the probe are played once more.
  const isStill = !isMissed || hasPresented(await play(`the control of: ${description}`, control.change, false))
  const last = isMissed && isStill ? await play(description, change, isDue) : first
  const isSeen = hasSign(probe, last)
  const outcome = !isStill ? 'inconclusive' : isSeen === isDue ? 'held' : 'failed'
  addProbe(journal, probe, outcome, isSeen ? 'accepted' : describeEnding(last))
  if (codes) journal.mark(description, checkErrors(first.session, codes))
}

/**
 * Sends what a wallet must refuse, though it does not take the valid request either: that it refuses both says nothing, but one
 * that takes the invalid request breaks the sentence all the same.
 */
async function sendUncontrolled(
  probe: RequestProbe,
  control: PlayedControl,
  play: PlayRequest,
  journal: Journal,
): Promise<void> {
  const { description, obligation, expects, changeAfter } = probe
  // Without what the control showed, the request would be a valid one.
  if (expects !== 'refusal' || obligation === undefined || changeAfter) return
  const end = await play(description, combine(control.change, probe.change), false)
  if (!hasSign(probe, end) || !canSend(probe, end)) return
  addProbe(journal, probe, 'failed', 'accepted')
}

function addProbe(
  journal: Journal,
  { id, row, description, expects, obligation }: RequestProbe,
  outcome: TestTrial['outcome'],
  actual: string,
): void {
  journal.add({
    ...{ id, row, description, actual, expected: expects === 'presentation' ? 'accepted' : 'refused' },
    outcome: obligation === undefined && outcome === 'failed' ? 'remark' : outcome,
    ...(obligation !== undefined && { obligation }),
  })
}
