import type { LiveFinding } from '../../../../model/report.ts'
import type { Role } from '../../../../model/role.ts'
import type { Settings } from '../../../../model/settings.ts'
import { createDecider } from '../../../../src/judge/decisions.ts'
import { compileJudge, createJudgeInput } from '../../../../src/judge/judge.ts'
import { isSelected } from '../../../../src/judge/selection.ts'
import { publicWords } from '../../../../src/privacy/public-words.ts'
import { redactResults } from '../../../../src/privacy/redact-findings.ts'
import type { RecorderOptions } from '../../../../src/privacy/redact-message.ts'
import { readWallClock } from '../../../../src/runtime/clock.ts'
import { checks } from '../../all/checks.ts'
import { requirements } from '../../all/requirements.ts'
import type { ParsedMessage } from '../../model/exchange.ts'
import { selectArtefacts } from '../../model/parse-message.ts'
import { sessionPlan } from '../../model/session-plan.ts'
import { chooseTestedRoles } from '../roles.ts'
import { createRunAddresses, isStatusKnown, listSessionUrls } from '../routes/addresses.ts'
import { collectKnownFacts, listTrusted } from '../sessions/known-facts.ts'
import { createFindingRedactor } from './recording.ts'

/** Findings of one requirement in one message that are shown while a run goes on; the report has all of them. */
const most = 3

/**
 * Creates a function that judges each message of the planned sessions when it comes, by what was seen until then. The report
 * judges all messages again, together: it decides.
 */
export function createLiveJudge(
  settings: Settings,
  recording: RecorderOptions,
  anchors: readonly string[] = [],
): (message: ParsedMessage) => readonly LiveFinding[] {
  const tested = chooseTestedRoles(settings)
  const all = compileJudge(requirements, checks).select(({ id }) => isSelected(id, settings))
  const bound = all.select(({ binds }) => tested.has(binds))
  const common = all.select(({ binds }) => binds === 'everyone')
  const addresses = createRunAddresses(settings)
  const { decide } = createDecider(settings)
  const sessions = new Map<string, ParsedMessage[]>(sessionPlan.map(({ session }) => [session, []]))
  const hide = createFindingRedactor(recording)

  return (parsed) => {
    const { session, from, to } = parsed.message
    const earlier = sessions.get(session)
    if (!earlier) return []
    earlier.push(parsed)
    const { issuer, status } = listSessionUrls(session, addresses)
    const always = {
      ...listTrusted((role) => settings.targets[role] !== undefined, anchors),
      now: settings.now ?? readWallClock(),
      issuer,
      ...(isStatusKnown(settings) && { statusBase: status }),
    }
    const known = collectKnownFacts(earlier, always, decide)
    const everything = selectArtefacts(earlier, () => true)
    const judgeSide = (side: LiveFinding['side'], sender: Role): readonly LiveFinding[] => {
      const artefacts = parsed[side]
      if (artefacts.length === 0) return []
      const input = createJudgeInput(artefacts, known)
      const results = [...bound.judge(input, decide), ...(tested.has(sender) ? common.judge(input, decide) : [])]
      const failed = results.filter(({ outcome }) => outcome === 'failed')
      return redactResults(failed, everything, publicWords).flatMap(({ requirement: { id, text }, findings }) =>
        findings.slice(0, most).map((found) => {
          const { at, expected, actual, diagnosis } = hide(found)
          return { id, text, side, at, expected, actual, ...(diagnosis !== undefined && { diagnosis }) }
        }),
      )
    }
    return [...judgeSide('request', from), ...judgeSide('response', to)]
  }
}
