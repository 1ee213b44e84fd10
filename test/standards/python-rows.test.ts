import { describe, expect, it } from 'vitest'
import { mistakesByRow, provenRows } from './python/proven-rows.ts'
import { reasons } from './python/unbreakable.ts'

const rows = provenRows.flatMap((each) => each.rows)

describe('the mistakes of actors in Python', () => {
  it('are named by rows of the standards', () => {
    const known = new Set<string>(rows.map(({ row }) => row.id))

    expect([...mistakesByRow.keys()].filter((id) => !known.has(id))).toEqual([])
  })

  it('prove each row twice, unless there is a reason', () => {
    const open = rows.filter(({ mistakes, reason }) => mistakes.length < 2 && reason === undefined)

    expect(open.map(({ row }) => row.id)).toEqual([])
  })
})

describe('a reason why no actor in Python can break a row', () => {
  it('is about rows that no mistake breaks', () => {
    expect(rows.filter(({ mistakes, reason }) => mistakes.length > 0 && reason).map(({ row }) => row.id)).toEqual([])
  })

  it.each(reasons)('is about some row: %s', (why) => {
    expect(rows.map(({ reason }) => reason)).toContain(why)
  })
})
