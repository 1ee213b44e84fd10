import type { Paint } from '../../reporters/text/paint.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { listSome, wrapText } from '../../reporters/text/wording.ts'
import { concludeVerifier, type VerifierReport, type VerifierTrial } from './try-verifier.ts'

/** How a verifier ended, for people: what it got wrong comes first. */
export function* formatVerifierReport(report: VerifierReport, paint: Paint): Generator<string> {
  const { trials, compared, obstacle } = report
  const select = (outcome: VerifierTrial['outcome']) => trials.filter((trial) => trial.outcome === outcome)
  yield* formatFailed(select('failed'), paint)
  if (obstacle !== undefined) yield `${paint('doubt', '?')} ${sanitize(obstacle)}`
  for (const { description, actual } of select('inconclusive'))
    yield `${paint('doubt', '?')} ${description}: ${sanitize(actual)}`
  yield* formatRemarks(select('remark'), paint)
  const unsupported = new Set(select('unsupported').map(({ actual }) => sanitize(actual)))
  if (unsupported.size > 0) yield* formatList('not supported', [...unsupported], paint)
  if (trials.length > 0 && compared === 0)
    yield `${paint('doubt', '~')} no answer had a \`payload\`: what the verifier makes of an SD-JWT was not compared`
  yield ''
  const conclusion = concludeVerifier(report)
  const word = paint(conclusion === 'passed' ? 'good' : conclusion === 'failed' ? 'bad' : 'doubt', conclusion)
  const counts = [
    `${select('failed').length} failed`,
    `${select('held').length} held`,
    `${select('remark').length} remarks`,
    `${select('unsupported').length} not supported`,
  ]
  yield `${word}  ${counts.join(' · ')}`
}

/** What it got wrong, by requirement: the requirement once, and below it the samples that show it. */
function* formatFailed(trials: readonly VerifierTrial[], paint: Paint): Generator<string> {
  for (const [requirement, some] of Map.groupBy(trials, (trial) => trial.requirement)) {
    const obligations = new Set(some.map(({ obligation = '' }) => obligation))
    yield `${paint('bad', '✖')} ${paint('strong', requirement?.id ?? 'a legal sample')}  ${paint('quiet', [...obligations].join(', '))}`
    if (requirement) yield `  ${requirement.text}`
    for (const { id, description, actual } of some) {
      yield `    ${sanitize(actual)}${requirement ? '' : ', and must be accepted'}: ${description}`
      yield `      ${paint('quiet', id)}`
    }
    if (requirement) yield `    consequence: ${requirement.consequence.text}`
    yield ''
  }
}

/** What no sentence obliges it to do otherwise. */
function* formatRemarks(trials: readonly VerifierTrial[], paint: Paint): Generator<string> {
  const [lenient, strict] = [
    trials.filter(({ requirement }) => requirement),
    trials.filter((each) => !each.requirement),
  ]
  if (lenient.length > 0)
    yield* formatList(
      'accepts, and may',
      lenient.map(({ description }) => description),
      paint,
    )
  if (strict.length > 0)
    yield* formatList(
      'rejects, and may',
      strict.map(({ description }) => description),
      paint,
    )
}

function* formatList(title: string, items: readonly string[], paint: Paint): Generator<string> {
  yield `${paint('doubt', '~')} ${title}`
  yield* wrapText(listSome(items), 110).map((line) => `    ${paint('quiet', line)}`)
}
