import type { Journal } from '../../../../src/harness/journal.ts'
import type { TestTrial } from '../../../../src/harness/trials.ts'
import { listLoneRefusals } from '../../../../src/harness/wallet/lone-refusals.ts'
import { makeChoices } from '../../../../src/harness/wallet/make-choices.ts'
import { tryAgain } from '../../../../src/harness/wallet/try-again.ts'
import { combine, type IssuerMutation } from '../../issuer-changes.ts'
import { keepUsual, type WalletProbe } from '../../wallet/make-probe.ts'
import { VCIWALLET } from '../../wallet/requirements.ts'
import { listCalls, readAnswer } from '../../wallet/seen.ts'
import { describeEnd, type PlayedSession, type PlaySession } from './session-end.ts'

type Outcome = Pick<TestTrial, 'outcome' | 'actual'>

/** Offers a wallet what it has to refuse, and what it may not refuse. */
export async function sendWalletProbes(
  play: PlaySession,
  journal: Journal,
  { probes, first }: { readonly probes: readonly WalletProbe[]; readonly first: PlayedSession },
): Promise<void> {
  const controls = new Map<IssuerMutation, PlayedSession>()
  const playControl = async ({ control, description }: WalletProbe): Promise<PlayedSession> => {
    const known = controls.get(control)
    if (known) return known
    const played = await play(`the control of: ${description}`, control)
    controls.set(control, played)
    return played
  }
  const selected = probes.filter((each) => each.expects === 'session' || journal.selects(each))
  for (const probe of await sendChoices(selected, playControl, { play, journal, first })) {
    if (probe.expects === 'session') await play(probe.description, probe.change)
    else await sendProbe(probe, await playControl(probe), { play, journal, first })
  }
  for (const probe of listLoneRefusals(probes, journal))
    await sendProbe({ ...probe, description: `${probe.description}, once more` }, await playControl(probe), {
      play,
      journal,
      first,
    })
  await offerAgain(first, play, journal)
}

/** Makes the choices of an issuer that have one control together. */
const sendChoices = (
  probes: readonly WalletProbe[],
  playControl: (probe: WalletProbe) => Promise<PlayedSession>,
  { play, journal, first }: ProbeRun,
): Promise<readonly WalletProbe[]> =>
  makeChoices(probes, {
    nameGroup: ({ expects, control }) => `${expects} ${probes.findIndex((each) => each.control === control)}`,
    findControl: async (probe) => {
      const control = await playControl(probe)
      return control.isIssued ? control : undefined
    },
    canMake: (probe, control) => canSend(probe, control, first),
    play: (description, group) => play(description, combine(...group.map(({ change }) => change))),
    isTaken: (probe, played, control) =>
      probe.expects === 'session' ? played.isIssued : conclude(probe, control, played).outcome === 'held',
    note: (probe) => {
      if (probe.expects !== 'session') addProbe(journal, probe, { outcome: 'held', actual: 'accepted' })
    },
  })

/** Makes the first offer once more. */
async function offerAgain(first: PlayedSession, play: PlaySession, journal: Journal): Promise<void> {
  await tryAgain(journal, {
    ...{ row: VCIWALLET.AGAIN, description: 'an offer after all others', first: 'accepted' },
    play: (description) => play(description, keepUsual),
    isAsFirst: ({ isIssued, accepted }) => isIssued && (accepted !== false || first.accepted === false),
    describe: describeEnd,
  })
}

interface ProbeRun {
  readonly play: PlaySession
  readonly journal: Journal
  /** The first session: what a wallet wrongly keeps for other issuers, it fetched there. */
  readonly first: PlayedSession
}

async function sendProbe(
  probe: WalletProbe,
  control: PlayedSession,
  { play, journal, first: earliest }: ProbeRun,
): Promise<void> {
  if (!canSend(probe, control, earliest)) return
  if (probe.next && probe.change !== probe.control && !hasFetched(control, '/types/root')) return
  const authorization = readAuthorization(control)
  if (probe.needsState && authorization.state === undefined) return
  // Deferred and encrypted credentials are not for every wallet.
  if (probe.control !== keepUsual && !isTaken(probe, control)) {
    journal.notes.push(`not tested, because the valid message is not accepted: ${probe.description}`)
    return
  }
  if (probe.needsWord && control.accepted === undefined) return
  const played = await play(probe.description, probe.change)
  const first = isOfUse(probe) ? concludeUse(probe, control, played) : conclude(probe, control, played)
  if (!first) return
  // A user may have been away, or a wallet late: the control is played once more.
  const isDoubtful = first.outcome === 'failed' && probe.expects === 'issuance'
  const { outcome, actual } = isDoubtful
    ? conclude(probe, await play(`the control after: ${probe.description}`, probe.control), played)
    : first
  const isExcused = probe.needsState && authorization.code_challenge !== undefined
  const { obligation: _, ...excused } = probe
  addProbe(journal, isExcused ? excused : probe, { outcome, actual })
}

const isOfUse = ({ expects }: WalletProbe): boolean =>
  expects === 'use' || expects === 'no-use' || expects === 'no-plain'

function addProbe(journal: Journal, probe: WalletProbe, { outcome, actual }: Outcome): void {
  const { id, row, description, obligation, expects } = probe
  journal.add({
    ...{ id, row, description, actual },
    ...(!isOfUse(probe) && { expected: expects === 'refusal' ? 'refused' : 'accepted' }),
    outcome: obligation === undefined && outcome === 'failed' ? 'remark' : outcome,
    ...(obligation !== undefined && { obligation }),
  })
}

/** Whether a wallet has done what a probe needs. */
function canSend(
  { needsSigned, needsBatch, needsCall }: WalletProbe,
  control: PlayedSession,
  earliest: PlayedSession,
): boolean {
  if (needsSigned && !asksForSigned(control)) return false
  if (needsBatch && !hasSeveral(control)) return false
  return !needsCall || [control, earliest].some(({ session }) => listCalls(session, needsCall).length > 0)
}

/** Whether a wallet takes the unusual issuer that a probe starts from. */
const isTaken = ({ expects, sign, needsWord }: WalletProbe, { isIssued, accepted }: PlayedSession): boolean =>
  isIssued && (expects === 'refusal' || sign !== 'acceptance' || needsWord === true || accepted !== false)

const asksForSigned = ({ session }: PlayedSession): boolean =>
  listCalls(session, 'issuerMetadata').some(({ request }) => request.headers.accept?.includes('application/jwt'))

/** The parameters of an authorization request, pushed or not. */
function readAuthorization({ session }: PlayedSession): Readonly<Record<string, string>> {
  const [call] = listCalls(session, 'push', 'authorization')
  const { body = '', url = '' } = call?.request ?? {}
  return Object.fromEntries(new URLSearchParams(body || url.replace(/^[^?]*/, '')))
}

/** Whether a wallet obtained several credentials at once. */
const hasSeveral = ({ session }: PlayedSession): boolean =>
  listCalls(session, 'credential').some((call) => {
    const { credentials } = readAnswer(call)
    return Array.isArray(credentials) && credentials.length > 1
  })

/** Whether the sign is there that a wallet goes on; nothing, if that cannot be seen. */
function hasSign({ sign }: WalletProbe, { session, isIssued, accepted }: PlayedSession): boolean | undefined {
  if (sign === 'credential') return isIssued
  return sign === 'acceptance' ? accepted : listCalls(session, ...sign).length > 0
}

function conclude(probe: WalletProbe, control: PlayedSession, played: PlayedSession): Outcome {
  const [isUsual, isSeen] = [hasSign(probe, control), hasSign(probe, played)]
  const end = describeEnd(played)
  if (probe.expects === 'refusal' && isSeen === true) return { outcome: 'failed', actual: `taken: ${end}` }
  if (isUsual !== true) return { outcome: 'inconclusive', actual: `the valid one: ${explainControl(control)}` }
  if (isSeen === undefined) return { outcome: 'inconclusive', actual: `the wallet does not say whether it accepted it` }
  if (probe.expects === 'refusal') return { outcome: 'held', actual: `rejected: ${end}` }
  return isSeen ? { outcome: 'held', actual: 'accepted' } : { outcome: 'failed', actual: `not accepted: ${end}` }
}

/** What shows that type metadata were used: that the type is fetched which they extend. Nothing, where the control shows no use. */
function concludeUse(probe: WalletProbe, control: PlayedSession, played: PlayedSession) {
  const { expects, next = '' } = probe
  if (expects === 'no-plain') return concludePlain(probe, played)
  if (expects === 'use') return concludeFetched(hasFetched(played, next))
  if (!hasFetched(control, next)) return undefined
  const end = describeEnd(played)
  if (!hasFetched(played, next)) return { outcome: 'held', actual: `not used: ${end}` } as const
  if (played.accepted === undefined)
    return { outcome: 'inconclusive', actual: 'the wallet does not say whether it accepted it' } as const
  return { outcome: played.accepted ? 'failed' : 'held', actual: `used: ${end}` } as const
}

/** Whether nothing was asked for without TLS by a wallet that fetched what leads there. */
function concludePlain({ needsCall }: WalletProbe, played: PlayedSession): Outcome {
  const plain = played.session.calls.filter(({ request }) => request.url.startsWith('http:'))
  if (plain.length > 0) return { outcome: 'failed', actual: `${plain.length} requests were sent without TLS` }
  const isLed = needsCall !== undefined && listCalls(played.session, needsCall).length > 0
  return isLed
    ? { outcome: 'held', actual: `not asked for: ${describeEnd(played)}` }
    : { outcome: 'inconclusive', actual: 'what leads there was not fetched' }
}

const hasFetched = ({ session }: PlayedSession, path: string): boolean =>
  listCalls(session, 'types').some(({ request: { url } }) => url.endsWith(path))

const concludeFetched = (isFetched: boolean): Outcome =>
  isFetched
    ? { outcome: 'held', actual: 'used' }
    : { outcome: 'failed', actual: 'the type that they extend is not fetched' }

const explainControl = (control: PlayedSession): string =>
  control.isIssued && control.accepted === undefined
    ? 'the wallet does not say whether it accepted it'
    : `not accepted either: ${describeEnd(control)}`
