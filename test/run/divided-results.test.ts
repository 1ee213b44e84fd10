import { describe, expect, it } from 'vitest'
import type { ProbeResult } from '../../model/probe.ts'
import type { Result } from '../../model/report.ts'
import { computeFingerprint } from '../../src/judge/fingerprint.ts'
import { isSelected, isSelectedProbe } from '../../src/judge/selection.ts'
import { FLOW } from '../../suites/document/flow/requirements.ts'
import { divideResults } from '../../suites/document/run/probes/divide-results.ts'
import { VAL } from '../../suites/document/validation/requirements.ts'

const createProbe = (id: string, answer: ProbeResult['answer'], breaks?: string): ProbeResult => ({
  id,
  requirement: 'FLOW-VALIDATES',
  receiver: 'issuer',
  description: 'sends something',
  expected: breaks === undefined ? 'accepted' : 'refused',
  answer,
  ...(breaks !== undefined && { breaks }),
  ...(answer === 'inconclusive' && { reason: 'validate was answered with status 503' }),
})

const all = { only: [], skip: [] }

/** The results of the parts of `FLOW-VALIDATES` after these probes. */
const divide = (
  probes: readonly ProbeResult[],
  selection: { only: readonly string[]; skip: readonly string[] } = all,
) => divideResults([{ requirement: FLOW.VALIDATES, outcome: 'failed', findings: [] }], probes, selection)

const listOutcomes = (results: readonly Result[]) => results.map(({ requirement: { id }, outcome }) => [id, outcome])

const [typ, none] = ['ATT-TYP/sends-typ-jwt', 'ATT-ALG/sends-alg-none']

describe('a requirement that is judged by what is rejected', () => {
  it('has a result for each requirement that a probe breaks', () => {
    const results = divide([
      createProbe('PROOF/valid', 'accepted'),
      createProbe(typ, 'refused', 'ATT-TYP'),
      createProbe(none, 'accepted', 'ATT-ALG'),
      createProbe('NONCE-ONCE/again', 'inconclusive', 'NONCE-ONCE'),
    ])
    expect(listOutcomes(results)).toEqual([
      ['FLOW-VALIDATES', 'passed'],
      ['FLOW-VALIDATES/ATT-TYP', 'passed'],
      ['FLOW-VALIDATES/ATT-ALG', 'failed'],
      ['FLOW-VALIDATES/NONCE-ONCE', 'cantTell'],
    ])
    expect(results[2]).toMatchObject({ findings: [{ at: none, expected: 'refused', actual: 'accepted' }] })
    expect(results[2]?.requirement).toMatchObject({ binds: 'issuer', force: 'stated', section: '2.5' })
  })

  it('has no result of its own without a valid message', () => {
    expect(listOutcomes(divide([createProbe(typ, 'refused', 'ATT-TYP')]))).toEqual([
      ['FLOW-VALIDATES/ATT-TYP', 'passed'],
    ])
  })

  it('stays whole where no probe was sent', () => {
    expect(listOutcomes(divide([]))).toEqual([['FLOW-VALIDATES', 'failed']])
  })

  it('passes under the answers that excuse every probe that failed', () => {
    const excused = (...passesUnder: readonly string[]) => ({
      ...createProbe(none, 'accepted', 'ATT-ALG'),
      passesUnder,
    })
    const passesUnder = (...probes: readonly ProbeResult[]) => divide(probes).map((result) => result.passesUnder)

    expect(passesUnder(excused('a = b', 'c = d'), excused('c = d'))).toEqual([['c = d']])
    expect(passesUnder(excused('a = b'), createProbe(none, 'accepted', 'ATT-ALG'))).toEqual([undefined])
  })

  it('leaves all others whole', () => {
    const result: Result = { requirement: VAL.REPEATED, outcome: 'passed', findings: [] }
    const repeated = { ...createProbe('VAL-REPEATED/again', 'accepted', 'NONCE-ONCE'), requirement: 'VAL-REPEATED' }
    expect(divideResults([result], [repeated], all)).toEqual([result])
  })

  it('has only the parts that are selected', () => {
    const probes = [
      createProbe('PROOF/valid', 'accepted'),
      createProbe(typ, 'refused', 'ATT-TYP'),
      createProbe(none, 'accepted', 'ATT-ALG'),
    ]
    const parts = (only: string) => listOutcomes(divide(probes, { only: [only], skip: [] })).map(([id]) => id)
    expect(parts('FLOW-VALIDATES/ATT-TYP')).toEqual(['FLOW-VALIDATES/ATT-TYP'])
    expect(parts('FLOW-VALIDATES')).toHaveLength(3)
    expect(parts('*')).toHaveLength(3)
  })
})

describe('a part of a requirement', () => {
  const only = { only: ['FLOW-VALIDATES/ATT-TYP'], skip: [] }
  const isSent = (id: string, breaks: string, selection: Parameters<typeof isSelectedProbe>[1] = only) =>
    isSelectedProbe({ id, breaks, requirement: 'FLOW-VALIDATES' }, selection)

  it('is selected by its id, with the whole and its own probes alone', () => {
    expect(isSelected('FLOW-VALIDATES', only)).toBe(true)
    expect(isSelected('FLOW-RISKS', only)).toBe(false)
    expect(isSent(typ, 'ATT-TYP')).toBe(true)
    expect(isSent(none, 'ATT-ALG')).toBe(false)
  })

  it('is skipped by its id', () => {
    const skip = { only: [], skip: ['FLOW-VALIDATES/ATT-TYP'] }
    expect(isSelected('FLOW-VALIDATES', skip)).toBe(true)
    expect(isSent(typ, 'ATT-TYP', skip)).toBe(false)
    expect(isSent(none, 'ATT-ALG', skip)).toBe(true)
  })
})

describe('the fingerprint of a failure that probes show', () => {
  const failWith = (...places: readonly string[]) =>
    computeFingerprint({
      id: 'FLOW-VALIDATES/ATT-ALG',
      findings: places.map((at) => ({ at, expected: 'refused', actual: 'accepted', kind: 'exchange', in: '' })),
    })

  it('differs for every probe, also where their ids differ in a number alone', () => {
    expect(failWith('ATT-ALG/sends-es384')).not.toBe(failWith('ATT-ALG/sends-es512'))
    expect(failWith('ATT-ALG/sends-es384')).not.toBe(failWith('ATT-ALG/sends-es384', 'ATT-ALG/sends-es512'))
  })
})
