import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runPython, whyNoPython } from '../python.ts'

// Implementations in Python that share no code with us: honest ones under drawn legal settings, and ones with a fault.
// All of them run here; `ASSAY_STRANGERS=issuer` runs those of one role.

interface StrangerResult {
  readonly role: string
  readonly name: string
  readonly fault: string | null
  readonly verdict: string
  readonly exit: number
  readonly failed: readonly string[]
}

const noPython = whyNoPython()
const only = process.env.ASSAY_STRANGERS

/** The honest draws and the faults of each role. */
const everyRole = [
  { role: 'issuer', honest: 80, faults: 178 },
  { role: 'status', honest: 20, faults: 21 },
  { role: 'wallet', honest: 30, faults: 112 },
  { role: 'identity_app', honest: 25, faults: 75 },
  { role: 'wallet_backend', honest: 20, faults: 28 },
  { role: 'verifier', honest: 25, faults: 53 },
]
const roles = everyRole.filter(({ role }) => only === undefined || role === only)

/** How many of some jobs in a row are in a share: each `of`-th one is, from the one with the number `share` on. */
const countShare = (from: number, count: number, share: number, of: number): number =>
  Array.from({ length: count }, (_, i) => from + i).filter((i) => i % of === share - 1).length

/** How many of a role are played at a time. */
const together = 4

/** The roles in shares, each of which is a test. */
const shares = roles.flatMap(({ role, honest, faults }) => {
  const of = Math.ceil((honest + faults) / together)
  return Array.from({ length: of }, (_, i) => ({
    role,
    share: `${i + 1}/${of}`,
    honest: countShare(0, honest, i + 1, of),
    faults: countShare(honest, faults, i + 1, of),
  }))
})

const home = mkdtempSync(join(tmpdir(), 'assay-strangers-'))
afterAll(() => rmSync(home, { recursive: true }))

async function runShare({ role, share }: (typeof shares)[number]): Promise<readonly StrangerResult[]> {
  const name = `${role}-${share.replace('/', '-')}`
  const file = join(home, `${name}.json`)
  const kept = join(home, name)
  await runPython(['strangers/run.py', '--json', file, '--keep', kept, '--role', role, '--share', share])
  return JSON.parse(readFileSync(file, 'utf8'))
}

const describeBad = (results: readonly StrangerResult[]): readonly string[] =>
  results
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ name, verdict, exit, failed }) => `${name}: ${verdict}, exit code ${exit}, ${failed.join(' ')}`)

describe.skipIf(noPython !== undefined)(`strangers${noPython === undefined ? '' : ` (left out: ${noPython})`}`, () => {
  it.each(shares)(
    'of the role $role pass if they conform, and are found by the requirement that they break: share $share',
    async (each) => {
      const results = await runShare(each)

      expect(describeBad(results)).toEqual([])
      expect(results.filter(({ fault }) => fault === null)).toHaveLength(each.honest)
      expect(results.filter(({ fault }) => fault !== null)).toHaveLength(each.faults)
    },
  )
})
