import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRun } from '../../src/run-folder/read-run.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../temporary-folder.ts'
import { serveActor } from './served-issuer.ts'

/** Tests something, keeps its messages, and judges them again. */
async function judgeAgain(argv: readonly string[]) {
  const out = join(folderWith(), 'out')
  const tested = await assay(['test', ...argv, '--probes', '--keep-private', '--quiet', '--out', out])
  const { code, out: said } = await assay(['rejudge', out, '--json'])
  return { out, tested: tested.code, code, report: JSON.parse(said), before: readRun(out).report }
}

const listOutcomes = ({ results }: { results: readonly { id: string; outcome: string }[] }) =>
  results.map(({ id, outcome }) => `${id} ${outcome}`).toSorted()

const stateful = `
import { createReferenceHolder } from '${import.meta.resolve('../../suites/sd-jwt/harness/reference-holder.ts')}'
export default createReferenceHolder()
`

describe('a test by a standard that is judged again', () => {
  it.each<readonly [string, readonly string[]]>([
    ['the reference issuer', ['issuer']],
    ['the reference issuer with a fault', ['issuer', '--fault', 'VCIUSE-REFUSES/takes-any-nonce']],
    ['the reference verifier', ['verifier']],
    ['the reference holder', ['holder']],
    ['the reference wallet', ['wallet']],
    ['the reference wallet that presents', ['wallet', '--profile', 'openid4vp-1.0']],
    ['the reference wallet that presents by HAIP', ['wallet', '--profile', 'haip-1.0', '--presents']],
  ])('has the same results and the same exit code: %s', async (_, argv) => {
    const { before, report, code, tested } = await judgeAgain(argv)

    expect(listOutcomes(report)).toEqual(listOutcomes(before))
    expect(report.verdict).toEqual(before.verdict)
    expect(code).toBe(tested)
  })

  it('calls no issuer: what it sent then is judged', async () => {
    const offer = await serveActor('openid4vci-issuer', '--fault', 'VCIUSE-REFUSES/takes-any-nonce')
    const { before, report, code } = await judgeAgain(['issuer', '--offer', offer])

    expect(code).toBe(1)
    expect(listOutcomes(report)).toEqual(listOutcomes(before))
    expect(report.results.some(({ reason }: { reason?: string }) => reason?.startsWith('taken over'))).toBe(false)
  })

  it('calls no verifier, also where that asked for status lists', async () => {
    const trust = folderWith()
    await assay(['test', 'verifier', '--write-trust', trust])
    const request = await serveActor('openid4vp-verifier')
    const flags = ['--request', request, '--anchors', join(trust, 'root.pem'), '--status-list']
    const { before, report } = await judgeAgain(['verifier', ...flags])

    expect(listOutcomes(report)).toEqual(listOutcomes(before))
    expect(report.verdict).toEqual(before.verdict)
  })

  it('asks no holder', async () => {
    const folder = folderWith({ 'holder.mjs': stateful })
    const { before, report } = await judgeAgain(['holder', '--holder', `module:${folder}/holder.mjs`])

    expect(listOutcomes(report)).toEqual(listOutcomes(before))
  })

  it.each([
    ['openid4vci-wallet', []],
    ['openid4vp-wallet', ['--profile', 'openid4vp-1.0']],
  ])('drives no wallet: %s', async (actor, flags) => {
    const wallet = await serveActor(actor)
    const { before, report } = await judgeAgain(['wallet', '--wallet', wallet, ...flags])

    expect(listOutcomes(report)).toEqual(listOutcomes(before))
    expect(report.verdict).toEqual(before.verdict)
  })

  it('bears out its report in `assay verify-report`', async () => {
    const { out } = await judgeAgain(['issuer', '--offer', await serveActor('openid4vci-issuer')])

    expect((await assay(['verify-report', out])).out).toMatch(
      /✔ outcomes +\d+ requirements judged again, with the same results/,
    )
  })

  it('takes results over, and is inconclusive, where the messages are not those of the test', async () => {
    const { out, before } = await judgeAgain(['issuer', '--offer', await serveActor('openid4vci-issuer')])
    const file = join(out, 'record.private.ndjson')
    const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n')
    const { test, ...more } = JSON.parse(head)
    writeFileSync(
      file,
      [JSON.stringify({ ...more, test: { ...test, events: test.events.slice(0, -5) } }), ...lines].join('\n'),
    )
    const { code, out: said } = await assay(['rejudge', out, '--json'])
    const { results, verdict } = JSON.parse(said)

    expect([code, verdict.claimable]).toEqual([3, false])
    const passed = results.filter(({ outcome }: { outcome: string }) => outcome === 'passed')
    expect(passed.length).toBe(before.results.filter(({ outcome }) => outcome === 'passed').length)
    for (const { reason } of passed) expect(reason).toMatch(/^taken over from the run: the test does something else/)
  })
})
