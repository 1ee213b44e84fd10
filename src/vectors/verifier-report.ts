import { byProbes, interoperability, section, stated } from '../../model/requirement.ts'
import type { Seen } from '../harness/seen.ts'
import type { TestTrial } from '../harness/trials.ts'
import type { Untested } from '../harness/untested.ts'
import type { VerifierReport, VerifierTrial } from './try-verifier.ts'

/** What a verifier breaks that rejects a legal sample. Which sentence wants it accepted is with each sample. */
const LEGAL = section('LEGAL', '', {
  ACCEPTED: stated(
    'verifier',
    'What the standard allows is accepted, and read as it says.',
    byProbes('legal samples, each with something unusual'),
    { consequence: interoperability('People with valid credentials are turned away.'), standard: 'all sections' },
  ),
})

/** What was seen of a verifier that the samples of a standard were put to. */
export function collectSeen({ trials, compared, obstacle }: VerifierReport): Seen {
  const shown = trials.flatMap((trial) => toTestTrial(trial) ?? [])
  const unsupported = new Set(trials.flatMap(({ outcome, actual }) => (outcome === 'unsupported' ? [actual] : [])))
  const isNothingRead = trials.length > 0 && compared === 0
  return {
    ...{ cases: [], trials: shown, untested: listUnsupported(trials, shown) },
    notes: [
      ...(isNothingRead ? ['no answer had a `payload`: what the verifier makes of a sample was not compared'] : []),
      ...(unsupported.size > 0 ? [`not supported: ${[...unsupported].join(', ')}`] : []),
    ],
    ...(obstacle !== undefined && { obstacle }),
  }
}

function toTestTrial({ requirement: row = LEGAL.ACCEPTED, outcome, ...trial }: VerifierTrial): TestTrial | undefined {
  const expected = row === LEGAL.ACCEPTED ? 'accepted' : 'refused'
  return outcome === 'unsupported' ? undefined : { ...trial, row, outcome, expected }
}

/** The requirements of which every sample takes something that the verifier does not support. */
function listUnsupported(trials: readonly VerifierTrial[], shown: readonly TestTrial[]): readonly Untested[] {
  const seen = new Set(shown.map(({ row }) => row))
  const rows = trials.flatMap(({ requirement: row, outcome, actual }) =>
    row && outcome === 'unsupported' && !seen.has(row)
      ? [[row, `the verifier does not support it: ${actual}`] as const]
      : [],
  )
  return [...new Map(rows)].map(([row, reason]) => ({ row, reason }))
}
