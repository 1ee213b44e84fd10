import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeServerTls } from '../../src/files/tls.ts'
import { concludeTest, listDoubtful, listFailed, type Seen } from '../../src/harness/seen.ts'
import type { Selection } from '../../src/judge/selection.ts'
import { verifierProfile as haip } from '../../suites/haip/harness/verifier-profile.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { tryServedVerifier } from '../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import { findPort } from '../ports.ts'
import { whyNoPython } from '../python.ts'
import { everything, listShown } from './few-probes.ts'
import { allowed, byHaip, byHaipProbes, lenient, lists, published, requests, unused } from './python/verifier.ts'
import * as messages from './python/verifier-messages.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** What the process of the verifiers prints when it listens. */
interface Start {
  readonly address: string
  /** The root of their certificates. */
  readonly root: string
  /** Plans of honest verifiers: their settings are drawn. */
  readonly draws: readonly string[]
}

const seed = 1
const count = 30

/** What is about documents that a verifier fetches. */
const ofPublished = ['VPUSE-ISSUER*', 'VPUSE-TYPE*', 'VPUSE-PLAIN', 'VPUSE-TLS', 'VPUSE-LIST-AGGREGATED']

describe.skipIf(noPython !== undefined)(`verifiers in Python that share no code${reason}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  const trust = join(folder, 'jwks.json')
  writeFileSync(trust, JSON.stringify(issuerTrust.jwks))
  const tls = await makeServerTls(['127.0.0.1'])
  const authority = join(folder, 'ca.pem')
  writeFileSync(authority, tls.authority)
  const script = resolve(import.meta.dirname, 'openid4vp/verifier.py')
  const child = spawn('python3', ['-B', script, trust, String(count), String(seed), authority], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let start: Start
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => {
    child.stdin.end()
    rmSync(folder, { recursive: true })
  })

  const ask = (plan: string, hasProbes = true, selection = everything): Promise<Seen> =>
    tryServedVerifier({
      requests: [`${start.address}/${plan}/new`],
      ...{ hasProbes, hasStatus: hasProbes, patience: 0, allowPrivate: false },
      options: { anchors: [start.root], selection },
    })

  /** The same of verifiers that follow HAIP 1.0, except for this. */
  const askByHaip = (plan: string, hasProbes = false, selection = everything): Promise<Seen> =>
    tryServedVerifier({
      profile: haip,
      requests: [`${start.address}/mode.direct_post.jwt~enc.both~answer.redirect~${plan}/new`],
      ...{ hasProbes, patience: 0, allowPrivate: false, options: { anchors: [start.root], selection } },
    })

  /** The same of verifiers that know an issuer by what it publishes, and read the type of its credentials. */
  const askPublished = async (mistake: string): Promise<Seen> => {
    const port = await findPort()
    return tryServedVerifier({
      requests: [`${start.address}/port.${port}~status.jwt~mistake.${mistake}/new`],
      issuer: `https://127.0.0.1:${port}/issuer`,
      place: { host: '127.0.0.1', port, tls: tls.encryption, faulty: tls.faulty },
      ...{ hasProbes: true, hasStatus: true, patience: 0, allowPrivate: true },
      options: { anchors: [start.root], selection: { only: ofPublished, skip: [] } },
    })
  }

  it.each(Array.from({ length: count }, (_, i) => i))('end clean under any settings: draw %i', async (index) => {
    const plan = start.draws[index] ?? ''
    const seen = await ask(plan)

    expect({ plan, failed: listFailed(seen), doubtful: listDoubtful(seen), is: concludeTest(seen) }).toEqual({
      ...{ plan, failed: [], doubtful: [], is: 'passed' },
    })
  })

  it.each(['fewer', 'looser', 'optional', 'multiple'])(
    'may discard a presentation, and do without: query %s',
    async (query) => {
      for (const invalid of ['rejected', 'discarded']) {
        const seen = await ask(`query.${query}~invalid.${invalid}`)

        expect({ invalid, failed: listFailed(seen), is: concludeTest(seen) }).toEqual({
          invalid,
          failed: [],
          is: 'passed',
        })
      }
    },
  )

  it.each(lenient)('are found by a row that names the cause: %s', async (plan, ...rows) => {
    const list = async (selection: Selection) => {
      const seen = await ask(`mistake.${plan}`, true, selection)
      return [...listFailed(seen), ...listDoubtful(seen)]
    }
    expect(await listShown(plan, rows, list)).toEqual(rows)
  })

  it.each(lists)('are found by what they make of status lists: %s', async (plan, ...rows) => {
    const list = async (selection: Selection) => {
      const seen = await ask(`mistake.${plan}`, true, selection)
      return [...listFailed(seen), ...listDoubtful(seen)]
    }
    expect(await listShown(plan, rows, list)).toEqual(rows)
  })

  it.each(requests)('are found by the request, and by nothing else that is probed: %s', async (plan, ...rows) => {
    const list = async (selection: Selection) => listFailed(await ask(`mistake.${plan}`, true, selection))
    expect(await listShown(plan, rows, list)).toEqual(rows)
  })

  it.each(Object.values(messages).flat())(
    'are found by the message with the mistake, and by nothing else: %s',
    async (plan, ...rows) => {
      expect(listFailed(await ask(`mistake.${plan}`, false))).toEqual(rows)
    },
  )

  it.each(['method.post', 'method.get~extra.yes', 'api.signed'])('pass by HAIP 1.0: %s', async (plan) => {
    const seen = await askByHaip(plan, true)

    expect({ failed: listFailed(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
  })

  it.each(byHaip)('are found by HAIP 1.0, and by nothing else: %s', async (plan, ...rows) => {
    expect(listFailed(await askByHaip(plan))).toEqual(rows)
  })

  it.each(byHaipProbes)(
    'are found by probes of HAIP 1.0, and by nothing else that is probed: %s',
    async (plan, ...rows) => {
      const list = async (selection: Selection) => listFailed(await askByHaip(plan, true, selection))
      expect(await listShown(plan, rows, list)).toEqual(rows)
    },
  )

  it('pass where the issuer and the type of the credential are published', async () => {
    const seen = await askPublished('')

    expect({ failed: listFailed(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
  })

  it.each(published)(
    'are found by what they make of what is published, and by nothing else: %s',
    async (mistake, ...rows) => {
      expect(listFailed(await askPublished(mistake))).toEqual(rows)
    },
  )

  it.each(allowed)('do not fail for what no sentence obliges them to do: %s', async (plan) => {
    const seen = await ask(`mistake.${plan}`)

    expect({ failed: listFailed(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
  })

  it.each(unused)('are found where they refuse what stays hidden: %s', async (plan, ...rows) => {
    const list = async (selection: Selection) => listFailed(await ask(`mistake.${plan}`, true, selection))
    expect(await listShown(plan, rows, list)).toEqual(rows)
  })

  it.each(['response-type', 'mode'])(
    'are not called right where the response would go another way: %s',
    async (plan) => {
      expect(concludeTest(await ask(`mistake.${plan}`))).toBe('inconclusive')
    },
  )
})
