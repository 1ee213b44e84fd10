import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { concludeTest, listDoubtful, listFailed, type Seen } from '../../src/harness/seen.ts'
import type { Selection } from '../../src/judge/selection.ts'
import { issuerProfile as haip } from '../../suites/haip/harness/issuer-profile.ts'
import { tryIssuer } from '../../suites/openid4vci/harness/issuer/try-issuer.ts'
import type { IssuerProfile } from '../../suites/openid4vci/harness/issuer/wallet.ts'
import { whyNoPython } from '../python.ts'
import { listShown } from './few-probes.ts'
import { allowed, byHaip, haipDraws, haipSettings, late, lateByHaip, mistakes, unwise } from './python/issuer.ts'
import { inAdvice, inErrors, inMessages } from './python/issuer-messages.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** What the process of the issuers prints when it listens. */
interface Start {
  readonly address: string
  /** The root of the certificates of some issuers, as PEM. */
  readonly root: string
  /** The key of a provider of wallets whose attestations they believe. */
  readonly provider: Jwk
  /** Plans of honest issuers, in which each two settings meet as far as possible. */
  readonly draws: readonly string[]
}

const seed = 1
const count = 8

describe.skipIf(noPython !== undefined)(`issuers in Python that share no code${reason}`, () => {
  const child = spawn(
    'python3',
    ['-B', resolve(import.meta.dirname, 'openid4vci/issuer.py'), String(seed), String(count)],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let start: Start
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => void child.stdin.end())

  /** Asks an issuer, for which time passes at once. */
  const ask = (
    plan: string,
    hasProbes = true,
    { profile, patience = 20, selection }: { profile?: IssuerProfile; patience?: number; selection?: Selection } = {},
  ): Promise<Seen> =>
    tryIssuer({
      ...(profile && { profile }),
      ...{ offers: [`${start.address}/${plan}/offer`], clientId: 'assay', attestationKey: start.provider },
      ...{
        hasProbes,
        patience,
        allowPrivate: false,
        options: { anchors: [start.root], ...(selection && { selection }) },
      },
      passTime: async (seconds) => void (await fetch(`${start.address}/later/${seconds}`)),
    })

  it.each(Array.from({ length: count }, (_, i) => i))('end clean under any settings: draw %i', async (index) => {
    const plan = start.draws[index] ?? ''
    const seen = await ask(plan)

    expect({ plan, failed: listBroken(seen), doubtful: listDoubtful(seen), is: concludeTest(seen) }).toEqual({
      plan,
      failed: [],
      doubtful: [],
      is: 'passed',
    })
  })

  it.each(inMessages)('are found by the message with the mistake: %s', async (plan, ...rows) => {
    expect(listBroken(await ask(`mistake.${plan}`, false))).toEqual(rows)
  })

  it.each(inAdvice)('are found by advice about the message: %s', async (plan, ...rows) => {
    const seen = await ask(`mistake.${plan}`, false)

    expect({ broken: listBroken(seen), failed: listFailed(seen) }).toEqual({ broken: [], failed: rows })
  })

  it.each([...mistakes, ...inErrors])('are found by a row that names the cause: %s', async (plan, ...rows) => {
    const list = async (selection: Selection) => listBroken(await ask(`mistake.${plan}`, true, { selection }))
    expect(await listShown(plan, rows, list)).toEqual(rows)
  })

  it.each(haipDraws)('pass as issuers of HAIP 1.0: %s', async (plan) => {
    const seen = await ask(`${haipSettings}~${plan}`, true, { profile: haip })

    expect({ failed: listFailed(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
  })

  it.each(byHaip)('are found as issuers of HAIP 1.0: %s', async (plan, ...rows) => {
    const list = async (selection: Selection) =>
      listFailed(await ask(`${haipSettings}~${plan}`, true, { profile: haip, selection }))
    expect(await listShown(plan, rows, list)).toEqual(rows)
  })

  it.each([...late, ['grant.code~par.offered']])('are found by what they take too late: %s', async (plan, ...rows) => {
    const list = async (selection: Selection) => listBroken(await ask(plan, true, { patience: 120, selection }))
    expect(await listShown(plan, rows, list)).toEqual(rows)
  })

  it.each([...lateByHaip, ['iss.yes']])(
    'are found as issuers of HAIP 1.0 by what they take too late: %s',
    async (plan, ...rows) => {
      const list = async (selection: Selection) =>
        listBroken(await ask(`${haipSettings}~${plan}`, true, { profile: haip, patience: 120, selection }))
      expect(await listShown(plan, rows, list)).toEqual(rows)
    },
  )

  it.each(unwise)('are found by a recommendation: %s', async (plan, row) => {
    const seen = await ask(`mistake.${plan}`)

    expect(listBroken(seen)).toEqual([])
    expect(listFailed(seen)).toContain(row)
  })

  it.each(allowed)('do not fail for what no sentence obliges them to do: %s', async (plan) => {
    const seen = await ask(`mistake.${plan}`)

    expect({ failed: listBroken(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
  })
})

/** What fails, without recommendations. */
function listBroken(seen: Seen): readonly string[] {
  const rows = [
    ...seen.cases.flatMap(({ verdict }) => verdict.results.map(({ requirement }) => requirement)),
    ...seen.trials.map(({ row }) => row),
  ]
  const recommended = new Set<string>(rows.filter(({ force }) => force === 'should').map(({ id }) => id))
  return listFailed(seen).filter((id) => !recommended.has(id))
}
