import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { type Verdict, type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { judgeStatusService } from '../../suites/token-status-list/harness/judge-status-service.ts'
import { whyNoPython } from '../python.ts'
import { mistakes, referred } from './python/status.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** What the process of the services prints when it listens. */
interface Start {
  readonly address: string
  readonly jwks: JsonObject
  /** The root of the certificates of some services, as PEM. */
  readonly root: string
  /** Plans of honest services: their settings are drawn. */
  readonly draws: readonly string[]
}

const seed = 1
const count = 40

describe.skipIf(noPython !== undefined)(`status services in Python that share no code${reason}`, () => {
  const script = resolve(import.meta.dirname, 'status-list/service.py')
  const child = spawn('python3', ['-B', script, String(count), String(seed)], { stdio: ['pipe', 'pipe', 'ignore'] })
  let start: Start
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => void child.stdin.end())

  const ask = async (plan: string) => {
    const trust = plan.includes('key.x5c') ? { anchors: [start.root] } : { jwks: start.jwks }
    const options: VerifyOptions = { profile: 'token-status-list', ...trust }
    const query = plan.includes('sub.query') ? '?a=%C3%A4&b=(1)' : ''
    const { cases, facts } = await judgeStatusService(`${start.address}/${plan}/list${query}`, options)
    const verdicts = cases.map((one) => ('verdict' in one ? one.verdict : undefined))
    return { failed: [...new Set(verdicts.flatMap((each) => (each ? listFailed(each) : ['not judged'])))], facts }
  }

  /** A token of the service, beside the list that it refers to. */
  const judgeToken = async (plan: string): Promise<readonly string[]> => {
    const [{ facts }, answer] = await Promise.all([ask(plan), fetch(`${start.address}/${plan}/token`)])
    return listFailed(verify(await answer.text(), { profile: 'token-status-list', jwks: start.jwks, ...facts }))
  }

  it.each(Array.from({ length: count }, (_, i) => i))(
    'have no false failure under any settings: draw %i',
    async (i) => {
      const plan = start.draws[i] ?? ''

      expect({ plan, failed: (await ask(plan)).failed }).toEqual({ plan, failed: [] })
    },
  )

  it.each(mistakes)('are found by a row that names the cause: %s', async (plan, ...rows) => {
    expect((await ask(`mistake.${plan}`)).failed.toSorted()).toEqual(rows)
  })
  it.each(['1', '2', '4', '8'])('have lists in which the status of a token is found: %s bits', async (bits) => {
    const plan = `bits.${bits}~revoked.half`

    expect(await judgeToken(`${plan}~token.valid`)).toEqual([])
    expect(await judgeToken(`${plan}~token.revoked`)).toEqual(['TSREF-VALID'])
  })

  it.each(referred)('are found at a token that refers to the list: %s', async (plan, ...rows) => {
    expect((await ask(`mistake.${plan}`)).failed).toEqual([])
    expect(await judgeToken(`mistake.${plan}`)).toEqual(rows)
  })
})

const listFailed = ({ results }: Verdict): readonly string[] =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
