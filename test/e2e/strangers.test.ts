import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPython, whyNoPython } from '../python.ts'
import { played, sample } from '../sample.ts'

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
  { role: 'identity_app', honest: 25, faults: 74 },
  { role: 'wallet_backend', honest: 20, faults: 29 },
  { role: 'verifier', honest: 25, faults: 54 },
]
const roles = everyRole.filter(({ role }) => only === undefined || role === only)

/** How many of some jobs in a row are in a share: each `of`-th one is, from the one with the number `share` on. */
const countShare = (from: number, count: number, share: number, of: number): number =>
  Array.from({ length: count }, (_, i) => from + i).filter((i) => i % of === share - 1).length

/** Into how many shares a role is divided: there are twice as many issuers as of any other role, and each takes twice as long. */
const countShares = (role: string): number => (role === 'issuer' ? 12 : 4)

/** The parts of a role that samples take turns with. */
const shares = roles.flatMap(({ role, honest, faults }) => {
  const of = countShares(role)
  return Array.from({ length: of }, (_, i) => ({
    role,
    share: `${i + 1}/${of}`,
    honest: countShare(0, honest, i + 1, of),
    faults: countShare(honest, faults, i + 1, of),
  }))
})
const counts = played === undefined ? roles.map((each) => ({ ...each, share: '1/1' })) : sample(shares, 32)

const home = mkdtempSync(join(tmpdir(), 'assay-strangers-'))
afterAll(() => rmSync(home, { recursive: true }))

async function runShare({ role, share }: (typeof counts)[number]): Promise<readonly StrangerResult[]> {
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
  const resultsOf = new Map<unknown, readonly StrangerResult[]>()
  beforeAll(async () => {
    for (const each of counts) resultsOf.set(each, await runShare(each))
  }, 1_800_000)

  it.each(counts)(
    '$honest conforming implementations of the role $role pass, and are not stopped: share $share',
    (each) => {
      const results = resultsOf.get(each)?.filter(({ fault }) => fault === null) ?? []

      expect(results).toHaveLength(each.honest)
      expect(describeBad(results)).toEqual([])
    },
  )

  it.each(counts)(
    '$faults faults of the role $role are found by the requirement that they break: share $share',
    (each) => {
      const results = resultsOf.get(each)?.filter(({ fault }) => fault !== null) ?? []

      expect(results).toHaveLength(each.faults)
      expect(describeBad(results)).toEqual([])
    },
  )
})
