import { describe, expect, it } from 'vitest'
import { byProbes, hygiene, inExchange, type Requirement, section, should } from '../../model/requirement.ts'
import { fault, variant } from '../../suites/document/model/fault.ts'
import type { MutationTrial } from '../../suites/document/prove/kill-matrix.ts'
import { causes, findMissing, type RowProof, stubMark } from '../../suites/document/prove/missing.ts'

const { ROW } = section('A', '4', {
  ROW: should('issuer', 'A nonce is long.', 'nonce-response', { consequence: hygiene('') }),
})

const trial = (id: string, changes: Partial<MutationTrial> = {}): MutationTrial => ({
  id,
  description: 'answers with a short nonce',
  profile: 'document',
  expected: ['A-ROW'],
  failed: ['A-ROW'],
  runs: 1,
  ...changes,
})

/** A row that lacks nothing. */
const complete: RowProof = {
  requirement: ROW,
  folder: 'nonce',
  isProvable: true,
  hasCheck: true,
  faults: [fault(ROW, 'answers with a short nonce', {})],
  variants: [variant('A-ROW', 'answers with a long nonce', {})],
  trials: [trial('A-ROW/answers-with-a-short-nonce')],
  failedByReference: new Set(),
  tampering: 'caught',
  hasTampering: true,
  hasSource: true,
  staleFiles: [],
}

const withText = (text: string): Requirement => ({ ...ROW, text })
const own = (changes: Partial<MutationTrial>): Partial<RowProof> => ({ trials: [trial('A-ROW/x', changes)] })
const other = (changes: Partial<MutationTrial>): Partial<RowProof> => ({
  trials: [...complete.trials, trial('B-ROW/x', { expected: ['B-ROW'], failed: ['B-ROW', 'A-ROW'], ...changes })],
})

const stale = (file: string) => `${file} is not up to date: run \`npm run generate\` and \`npm run fixtures\``

const lacking: readonly [cause: string, lack: Partial<RowProof>, text: string][] = [
  ['stale-lists', { staleFiles: ['suites/document/all/faults.ts'] }, stale('suites/document/all/faults.ts')],
  [
    'no-text',
    { requirement: withText(`Write here what the requirement says.`) },
    'A-ROW has no text: write it in suites/document/nonce/requirements.ts',
  ],
  [
    'no-text',
    { requirement: { ...ROW, seen: inExchange(`${stubMark} which messages it needs`) } },
    'A-ROW has no text: write it in suites/document/nonce/requirements.ts',
  ],
  [
    'no-consequence',
    { requirement: { ...ROW, consequence: hygiene(`${stubMark} what follows.`) } },
    'A-ROW has no consequence: write it in suites/document/nonce/requirements.ts',
  ],
  ['no-check', { hasCheck: false }, 'no check looks at A-ROW: add one to suites/document/nonce/checks.ts'],
  [
    'reference-fails',
    { failedByReference: new Set(['A-ROW']) },
    'the reference issuer breaks A-ROW: change it in suites/document/actors/services/issuer.ts or suites/document/actors/steps/issuer.ts, or change the check',
  ],
  [
    'reference-fails',
    { failedByReference: new Set(['A-ROW']), requirement: { ...ROW, binds: 'everyone' } },
    'a reference actor breaks A-ROW: change it in suites/document/actors, or change the check',
  ],
  ['no-fault', { faults: [] }, 'no fault breaks A-ROW: add one to suites/document/nonce/faults.ts'],
  [
    'stub-fault',
    { faults: [fault(ROW, `${stubMark} what the issuer does wrong`, {})] },
    'no fault breaks A-ROW: write it in suites/document/nonce/faults.ts',
  ],
  ['defect', own({ defect: 'TypeError: no' }), 'A-ROW/x stops with an error: TypeError: no'],
  [
    'fault-survives',
    own({ failed: [] }),
    'no check notices the fault A-ROW/x: change suites/document/nonce/checks.ts, or the fault',
  ],
  [
    'fault-overkills',
    own({ failed: ['A-ROW', 'B-ROW', 'C-ROW'] }),
    'the fault A-ROW/x also fails B-ROW, C-ROW: change less, or name them in its `alsoBreaks`',
  ],
  [
    'other-fault-overkills',
    other({}),
    'the fault B-ROW/x also fails A-ROW: check less, or name A-ROW in its `alsoBreaks`',
  ],
  ['no-variant', { variants: [] }, 'no variant is about A-ROW: add one to suites/document/nonce/variants.ts'],
  [
    'stub-variant',
    { variants: [variant('A-ROW', `${stubMark} what is unusual and legal`, {})] },
    'no variant is about A-ROW: write it in suites/document/nonce/variants.ts',
  ],
  [
    'variant-fails',
    other({ expected: [], failed: ['A-ROW'] }),
    'the variant B-ROW/x is legal and fails A-ROW: check less in suites/document/nonce/checks.ts',
  ],
  [
    'no-tampering',
    { hasTampering: false, tampering: 'none' },
    'no tampering shows that the check of A-ROW can fail: add one to suites/document/nonce/tampers.ts',
  ],
  [
    'no-tampering',
    { tampering: 'none' },
    'no tampering shows that the check of A-ROW can fail: write it in suites/document/nonce/tampers.ts',
  ],
  [
    'no-tampering',
    { tampering: 'missed' },
    'the check of A-ROW passes after a tampering: change suites/document/nonce/checks.ts or suites/document/nonce/tampers.ts',
  ],
  [
    'no-source',
    { hasSource: false },
    'no sentence in suites/document/sentences.json names A-ROW: add it there, or give its row a `standard`',
  ],
  ['stale-files', { staleFiles: ['docs/requirements.md'] }, stale('docs/requirements.md')],
]

describe('what is missing for a requirement', () => {
  it('is nothing where everything is there', () => {
    expect(findMissing(complete)).toBeUndefined()
  })

  it.each(lacking)('is said in one sentence: %s', (cause, lack, text) => {
    expect(findMissing({ ...complete, ...lack })).toEqual({ requirement: 'A-ROW', cause, text })
  })

  it('has a case here for every cause, in the order of the causes', () => {
    expect([...new Set(lacking.map(([cause]) => cause))]).toEqual(causes.map(({ name }) => name))
  })

  it.each(lacking.slice(1).map(([cause, lack], i) => [cause, lack, lacking[i]?.[0], lacking[i]?.[1]] as const))(
    'comes after what is before it: %s',
    (later, lack, earlier, lackBefore) => {
      const both = { ...complete, ...lack, ...lackBefore }
      const trials = [...(lackBefore?.trials ?? []), ...(lack.trials ?? [])]

      const found = findMissing(trials.length > 0 ? { ...both, trials } : both)

      expect(found?.cause).toBe(earlier)
      expect(causes.findIndex(({ name }) => name === earlier)).toBeLessThanOrEqual(
        causes.findIndex(({ name }) => name === later),
      )
    },
  )

  it('leaves out what a reference actor fails without the fault', () => {
    const failing = { ...own({ failed: ['A-ROW', 'B-ROW'] }), failedByReference: new Set(['B-ROW']) }

    expect(findMissing({ ...complete, ...failing })).toBeUndefined()
  })

  it('is neither a fault nor a check where only probes show the requirement', () => {
    const probed = { ...complete, isProvable: false, requirement: { ...ROW, seen: byProbes('send it twice') } }

    expect(findMissing({ ...probed, hasCheck: false, faults: [], variants: [], tampering: 'none' })).toBeUndefined()
    expect(findMissing({ ...probed, hasSource: false })?.cause).toBe('no-source')
  })
})
