import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type Exchange,
  type ExchangeResult,
  findJudgement,
  type Judgement,
  nameExchange,
} from '../../league/exchanges/page.ts'
import { standards } from '../../suites/standards.ts'

const read = <T>(name: string): readonly T[] => JSON.parse(readFileSync(`league/exchanges/${name}.json`, 'utf8'))
const exchanges = read<Exchange>('exchanges')
const results = read<ExchangeResult>('results')
const judged = read<Judgement>('judged')
const ids = new Set(Object.values(standards).flatMap((each) => each.requirements.map(({ id }) => id)))

describe('the exchanges of the league', () => {
  it('are those that are listed, with every role', () => {
    expect(results.map(nameExchange)).toEqual(exchanges.map(nameExchange))
    expect(new Set(results.map(({ role }) => role))).toEqual(new Set(['issuer', 'wallet', 'holder', 'verifier']))
    expect(results.filter(({ passed }) => passed > 20).length).toBeGreaterThanOrEqual(6)
  })

  it('fail requirements that there still are', () => {
    const failed = results.flatMap((result) => result.failed)

    expect(failed.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([])
  })

  it('have no finding that was not read beside the standard, and no reading without a finding', () => {
    const found = results.flatMap((result) => result.failed.map((each) => findJudgement(judged, result, each)))

    expect(found.filter((each) => each === undefined)).toEqual([])
    expect(judged.filter((each) => !found.includes(each))).toEqual([])
  })

  it('show what was seen of every finding', () => {
    expect(results.flatMap(({ failed }) => failed.filter(({ seen }) => seen.length === 0))).toEqual([])
  })
})
