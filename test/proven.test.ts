import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createHashing, type Keeping, openProofs, readKeeping } from './proven.ts'

const home = mkdtempSync(join(tmpdir(), 'assay-proven-'))
afterAll(() => rmSync(home, { recursive: true }))

const all = ['NONCE-ONCE/a', 'NONCE/b', 'CRED-TYP/c'].map((id) => ({ id }))
const known = { runs: 0 }

/** Opens proofs again and again in a folder of its own. */
function keepingIn(folder = join(home, `${++known.runs}`)) {
  return (given: Partial<Keeping> = {}) => {
    const proofs = openProofs('a test', { folder, hash: (table) => table, isMade: true, isUsed: true, ...given })
    const open = proofs.open(all).map(({ id }) => id)
    return { open, proofs }
  }
}

/** Plays everything except what fails. */
function play(keep: ReturnType<typeof keepingIn>, { given = {}, failed = '' } = {}) {
  const { open, proofs } = keep(given)
  for (const id of open) if (id !== failed) proofs.note(id)
  proofs.close()
  return open
}

const ids = all.map(({ id }) => id)

describe('a proof', () => {
  it('is not played again, as long as nothing changes on which it depends', () => {
    const keep = keepingIn()

    expect([play(keep), play(keep), play(keep)]).toEqual([ids, [], []])
  })

  it('is played again after a change, and no other is', () => {
    const keep = keepingIn()
    play(keep)

    expect(play(keep, { given: { hash: (table: string) => (table === 'CRED' ? 'changed' : table) } })).toEqual([
      'CRED-TYP/c',
    ])
  })

  it('is kept only where everything of its table is proven', () => {
    const keep = keepingIn()
    play(keep, { failed: 'NONCE/b' })

    expect(play(keep)).toEqual(['NONCE-ONCE/a', 'NONCE/b'])
  })

  it.each([{ isUsed: false }, { isMade: false }])('is always played with %o', (given) => {
    const keep = keepingIn()
    play(keep, { given })

    expect(play(keep, { given })).toEqual(ids)
  })
})

describe('what a proof depends on', () => {
  const hashAfter = (changed: string) =>
    createHashing((file) => (file === changed ? 'changed' : readFileSync(file, 'utf8')))
  const before = createHashing()
  const findChanged = (file: string, tables: readonly string[]): readonly string[] => {
    const after = hashAfter(file)
    return tables.filter((table) => after(table) !== before(table))
  }

  it.each([
    ['suites/document/status/checks.ts', ['STATUS']],
    ['suites/document/nonce/decisions.ts', ['NONCE', 'FLOW']],
    ['suites/document/kit/mutations.ts', ['NONCE', 'FLOW', 'CRED', 'STATUS']],
    ['src/judge/judge.ts', ['NONCE', 'FLOW', 'CRED', 'STATUS']],
    ['protocol/jose/jws.ts', ['NONCE', 'FLOW', 'CRED', 'STATUS']],
    ['docs/features.md', []],
  ])('is in its hash: %s', (file, tables) => {
    expect(findChanged(file, ['NONCE', 'FLOW', 'CRED', 'STATUS'])).toEqual(tables)
  })
})

describe('what is proven', () => {
  it('is kept where `npm test` plays a sample, and nowhere else', () => {
    const given = [{}, { CI: 'true' }, { TEST_KEPT: 'off' }].map((each) => ({ ...each, NODE_ENV: 'test' }))

    expect(given.map((env) => readKeeping(env, { first: 7, last: 7 }))).toEqual([
      { isMade: true, isUsed: true },
      { isMade: false, isUsed: false },
      { isMade: false, isUsed: false },
    ])
    expect(given.map((env) => readKeeping(env, undefined).isUsed)).toEqual([false, false, false])
  })
})
