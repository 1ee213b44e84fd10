import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listObstacles } from '../src/claim/statement.ts'
import { readRun } from '../src/run-folder/read-run.ts'
import { assay } from './cli/console.ts'
import { base, earlier, type Forgery, forge, listWrong, pass, verify } from './forging.ts'
import { startActor } from './standards/served-issuer.ts'
import { folderWith } from './temporary-folder.ts'

const place = mkdtempSync(join(base, 'standard-'))
const [run, unprobed] = [join(place, 'out'), join(place, 'unprobed')]

/** The reference issuer of OpenID4VCI behind an address, as a product with a name. */
beforeAll(async () => {
  const { address, stop } = await startActor('openid4vci-issuer')
  const subject = { vendor: 'Example', product: 'issuer', version: '1.0.0' }
  const file = join(place, 'harness.config.json')
  writeFileSync(file, JSON.stringify({ suite: 'openid4vci-1.0', targets: { issuer: address }, subject, out: run }))
  expect(await assay(['run', '--config', file, '--quiet', '--probes'])).toMatchObject({ code: 0 })
  expect(await assay(['run', '--config', file, '--quiet', '--out', unprobed])).toMatchObject({ code: 0 })
  stop()
})

describe('a claim by a standard', () => {
  it('names the product, the plan of its role, and what was not shown', async () => {
    const { code, out } = await verify(forge(run, () => {}).folder)
    const { statement } = forge(run, () => {})

    expect(out).not.toContain('✖')
    expect(code).toBe(0)
    expect(statement).toMatchObject({
      claim: 'Example issuer 1.0.0 passed what is required in the plan of the issuer under the profile openid4vci-1.0.',
      plan: { registry: expect.stringMatching(/^[0-9a-f]{64}$/) },
      notShown: expect.arrayContaining(['VCIDPOP-BOUND']),
      statedBySigner: expect.arrayContaining([expect.stringMatching(/^how \d+ negative tests came out$/)]),
    })
  })

  it('is made and listed by the commands that claim the exchange of the document', async () => {
    const folder = join(folderWith(), 'out')
    cpSync(run, folder, { recursive: true })

    expect(await assay(['claim', folder, '--key', join(base, 'private.pem')])).toMatchObject({ code: 0 })
    expect(await verify(folder)).toMatchObject({ code: 0 })
    const { code, out } = await assay(['claims', folder, '--key', join(base, 'public.pem')])
    expect([code, out]).toEqual([0, expect.stringContaining('✔ statement.html  Example issuer 1.0.0 passed')])
  })

  it('is not made of a reference actor, nor of a test without probes', async () => {
    const { report } = readRun(run)
    const alone = { ...report, actors: [{ role: 'issuer' }] } as const
    const { code, out } = await assay(['claim', unprobed])

    expect([...listObstacles(alone)]).toContain('no target was tested: reference actors played every role')
    expect(code).toBe(3)
    expect(out).toMatch(/no negative tests were sent/)
    expect(out).toMatch(/^ {2}.*pass --probes.* \(plan of the issuer: .*\bVCIUSE-TOKEN-ERROR\b/m)
    expect(readRun(unprobed).report.verdict.claimable).toBe(false)
  })

  it.each<readonly [string, (forgery: Forgery) => unknown, RegExp]>([
    ['another product', ({ report }) => Object.assign(report, { subject: { product: 'other' } }), /the product/],
    [
      'another address',
      ({ report, head }) => {
        report.actors = [{ role: 'issuer', url: 'https://other.example' }]
        head.actors = report.actors
      },
      /no message of the record goes to the issuer at https:\/\/other/,
    ],
    [
      'another role',
      ({ report, head }) => {
        report.actors = report.actors.map((each) => ({ ...each, role: 'wallet' }))
        head.actors = report.actors
      },
      /has no result/,
    ],
    ['another date', ({ report }) => Object.assign(report, { startedAt: earlier(report.startedAt) }), /was begun at/],
    ['another time', ({ report }) => Object.assign(report, { now: 1_795_000_000 }), /the time that was set/],
    ['another standard', ({ report }) => Object.assign(report, { profile: 'haip-1.0' }), /the profile/],
    [
      'another standard in the record as well',
      ({ report, head }) => {
        report.profile = 'haip-1.0'
        head.profile = 'haip-1.0'
      },
      /left out/,
    ],
    [
      'a selection that is said to be whole',
      ({ head }) => Object.assign(head, { selection: { only: [], skip: ['VCIUSE-*'] } }),
      /the selection/,
    ],
    ['no probes', ({ report }) => Object.assign(report, { probes: [] }), /no negative tests are reported/],
    [
      'a probe that was not handled, and a row that passed',
      ({ report }) =>
        Object.assign(report, {
          probes: report.probes.map((each, i) => (i === 0 ? { ...each, answer: 'accepted' } : each)),
        }),
      /was not handled correctly/,
    ],
    [
      'a probe that was never sent',
      ({ report }) =>
        Object.assign(report, {
          probes: report.probes.map((each, i) => (i === 0 ? { ...each, session: 'probe-9999' } : each)),
        }),
      /is not in the record/,
    ],
    ['a record without messages', ({ lines }) => void lines.splice(0), /the session exchange has \d+ messages, and 0/],
    [
      'a session that is left out',
      ({ report }) => Object.assign(report, { sessions: [] }),
      /the session exchange of the record is missing/,
    ],
    [
      'more calls',
      ({ report }) => Object.assign(report, { traffic: { ...report.traffic, calls: 99_999 } }),
      /99999 calls/,
    ],
    [
      'a failure that its verdict hides',
      ({ report }) => Object.assign(report, { results: pass(report, 'VCIMETA-ISSUER', { outcome: 'failed' }) }),
      /the results lead to nonconformant/,
    ],
    [
      'a failure that is said to be advice',
      ({ report }) =>
        Object.assign(report, {
          results: pass(report, 'VCIMETA-ISSUER', { outcome: 'failed', force: 'should', decides: undefined }),
        }),
      /VCIMETA-ISSUER is described otherwise/,
    ],
    [
      'a row of the plan that is left out',
      ({ report }) => Object.assign(report, { results: report.results.filter(({ id }) => id !== 'VCIMETA-ISSUER') }),
      /VCIMETA-ISSUER/,
    ],
    [
      'a row of the credentials that is left out',
      ({ report }) => Object.assign(report, { results: report.results.filter(({ id }) => id !== 'SDVC-TYP') }),
      /lead to conformant, which is not claimable/,
    ],
    [
      'a row of the plan that was not judged',
      ({ report }) => Object.assign(report, { results: pass(report, 'VCIUSE-TOKEN-ERROR', { outcome: 'untested' }) }),
      /\(plan of the issuer: VCIUSE-TOKEN-ERROR\)/,
    ],
    [
      'a row that is none',
      ({ report }) => Object.assign(report, { results: pass(report, 'VCIMETA-ISSUER', { id: 'VCIMETA-INVENTED' }) }),
      /VCIMETA-INVENTED is not in the registry/,
    ],
  ])('is found out with %s', async (_, change, reason) => {
    const { code, out, err } = await verify(forge(run, change).folder)

    expect(err).toBe('')
    expect(listWrong(out)).toMatch(reason)
    expect(code).toBe(1)
  })
})
