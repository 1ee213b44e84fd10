import { it, expect } from 'vitest'
import { opening, playing } from '/work/main/src/cli/run/playing.ts'
import { settings as usual } from '/work/main/test/whole-run.ts'
import { serving } from '/work/main/test/cli/serving.ts'
import { outcomesOf } from '/work/main/test/e2e/playing.ts'
import { createServer } from 'node:net'
const now = 1_795_000_000
const quiet = { signal: new AbortController().signal, record: () => {}, progress: () => {} }
const freePort = () => new Promise<number>((r) => { const s = createServer().listen(0, '127.0.0.1', () => { const p = (s.address() as any).port; s.close(() => r(p)) }) })
it('x', async () => {
  const port = await freePort()
  const door = `http://127.0.0.1:${port}`
  const cmd = (role: string) => `command:'${process.execPath}' bin/assay.js serve ${role} --stdio --now ${now} --seed 1`
  const backend = await serving('wallet-backend', '--issuer', door, '--status', door)
  const targets = { wallet: { url: cmd('wallet') }, 'identity-app': { url: cmd('identity-app') }, verifier: { url: cmd('verifier') }, 'wallet-backend': { url: backend.facts.url } }
  const addresses = { ...usual.addresses, 'wallet-backend': backend.facts.url }
  const open = await opening({ ...usual, now, targets, addresses, listen: { host: '127.0.0.1', port } })
  const t = Date.now()
  const { report } = await playing(open, { members: Number(process.env.MEMBERS ?? 0), ...quiet })
  console.log(Date.now() - t, report.verdict, report.sessions, backend.lines)
  console.log(report.results.filter(r => ['failed','cantTell','harnessError'].includes(r.outcome)).map(r => [r.id, r.outcome, r.reason, JSON.stringify(r.findings).slice(0,300)]))
  console.log(report.probes.filter(p => p.answer !== p.expected).map(p => [p.id,p.judge,p.answer,p.expected,p.reason]), report.probes.length)
  expect(1).toBe(1)
})
