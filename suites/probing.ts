import { type Aside, cannotTell, finding, notHere } from '../src/model/check.ts'
import type { Decide } from '../src/model/decision.ts'
import { across, type ExchangeCheck } from '../src/model/exchange-check.ts'
import type { Fault } from '../src/model/fault.ts'
import { isRight } from '../src/model/probe.ts'
import type { Requirement, Role } from '../src/model/requirement.ts'
import { type Kind, kinds } from '../src/protocol/evidence.ts'
import { CALLBACK } from './callback/requirements.ts'
import { CRED } from './credential/requirements.ts'
import { FLOW } from './flow/requirements.ts'
import { OFFER } from './offer/requirements.ts'
import { RESP } from './request/requirements.ts'

/** The requirement that a judge shows it keeps by turning messages away. */
export const duties: { readonly [R in Role]?: Requirement } = {
  issuer: FLOW.VALIDATES,
  wallet: OFFER.REFUSED,
  'identity app': RESP.REFUSED,
  'wallet backend': CALLBACK.VERIFIED,
  verifier: CRED.REFUSED,
}

/** The kinds of message in which a fault shows. */
export const examinedKinds = ({ breaks: { seen } }: Fault): readonly Kind[] => ('in' in seen ? seen.in : [])

/** Only what is firmly required has to be refused. */
const firm = new Set<Requirement['force']>(['must', 'must not', 'stated'])

export const isFirm = ({ force }: Requirement): boolean => firm.has(force)

/** What the wallet and the identity app can be seen to judge is what they get before they act; nobody tells a backend of statuses. */
const visible: { readonly [R in Role]?: ReadonlySet<Kind> } = {
  wallet: new Set<Kind>(['offer', 'metadata', 'nonce-response']),
  'identity app': new Set<Kind>(['issuer-config-response', 'validation-response']),
  'wallet backend': new Set(kinds.filter((kind) => kind !== 'status-token')),
}

/** The duty of a judge that a fault puts to the test; nothing, if it is not for this judge to refuse it. */
export const shownBy = ({ breaks }: Fault, judge: Role): Requirement | undefined =>
  hasToRefuse(breaks, judge) ? duties[judge] : undefined

/** Whether it is for a judge to refuse a message that breaks a requirement, and whether it can be seen to do so. */
export function hasToRefuse(requirement: Requirement, judge: Role): boolean {
  const { refusedBy, seen } = requirement
  const shown = 'in' in seen ? seen.in : []
  const isSeen = shown.every((kind) => visible[judge]?.has(kind) ?? true)
  const isMeant = refusedBy.includes(judge) || (judge === 'wallet backend' && refusedBy.includes('verifier'))
  return isFirm(requirement) && shown.length > 0 && isSeen && isMeant
}

/** Why nothing that shows a requirement was put before its judge. */
export type WhyNothing = (decide: Decide) => Aside

const undecided: WhyNothing = () => notHere('nothing that shows it applies under these decisions')

/** Judges a requirement by what was put before its judge: lies that were accepted, and honest messages that were not. */
export const probed = (requirement: Requirement, whyNothing: WhyNothing = undecided): ExchangeCheck =>
  across(requirement, function* ({ probes }, { decide }) {
    if (!probes) return notHere('nothing was put before it: `--probes` does that')
    const own = probes.filter(({ shows }) => shows === requirement.id)
    if (own.length === 0) return whyNothing(decide)
    for (const each of own) {
      const { id, deed, expected, answer, amiss, breaks } = each
      if (answer === 'undecided' || isRight(each)) continue
      const actual = answer === expected ? `${answer}, ${amiss}` : answer
      yield finding(id, expected, actual, breaks === undefined ? deed : `${deed}, against ${breaks}`)
    }
    const doubtful = own.filter(({ answer }) => answer === 'undecided')
    if (doubtful.length === own.length) return cannotTell(doubtful[0]?.reason ?? 'no probe came to an answer')
    return undefined
  })
