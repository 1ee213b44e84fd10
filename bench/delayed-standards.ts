import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndpointHandler } from '../model/wire.ts'
import { runSuite } from '../src/play/run-suite.ts'
import { readWallClock } from '../src/runtime/clock.ts'
import { serve } from '../src/wire/server/server.ts'
import { createReferenceVciIssuer } from '../suites/openid4vci/harness/reference-issuer.ts'
import { createReferenceVpVerifier } from '../suites/openid4vp/harness/reference-verifier.ts'
import { issuerTrust } from '../suites/openid4vp/harness/verifier/issuer-trust.ts'
import type { DelayedLine } from './delayed.ts'
import { openDelayingProxy } from './delaying-proxy.ts'

// How long a test with probes by a standard takes against its reference actor behind the same proxy, with one probe at a time
// and with the default. The limit is the longest chain: the exchange, series of requests for one code, and the controls.

interface DelayedTarget {
  readonly suite: 'openid4vci-1.0' | 'openid4vp-1.0'
  readonly role: 'issuer' | 'verifier'
  readonly create: (origin: string) => { readonly handle: EndpointHandler; readonly source: string }
}

const targets: readonly DelayedTarget[] = [
  {
    ...{ suite: 'openid4vci-1.0', role: 'issuer' },
    create: (origin) => {
      const { handle, offers } = createReferenceVciIssuer(origin, readWallClock)
      return { handle, source: offers }
    },
  },
  {
    ...{ suite: 'openid4vp-1.0', role: 'verifier' },
    create: (origin) => {
      const { handle, requests } = createReferenceVpVerifier(origin, readWallClock)
      return { handle, source: requests }
    },
  },
]

/** Tests delayed targets by the standards, and yields a line for each test. */
export async function* measureDelayedStandards(): AsyncGenerator<DelayedLine> {
  for (const target of targets) yield* measureTarget(target)
}

async function* measureTarget({ suite, role, create }: DelayedTarget): AsyncGenerator<DelayedLine> {
  const proxy = await openDelayingProxy()
  const { handle, source } = create(proxy.url)
  const server = await serve(() => (request) => answer(request, handle), { host: '127.0.0.1', port: 0 })
  try {
    for (const delay of [50, 200]) {
      let alone = Number.NaN
      for (const concurrency of [1, undefined]) {
        proxy.lead(server.url, delay)
        const { seconds, probes } = await testOnce({ suite, role, source }, concurrency)
        const { calls, peak } = proxy.takeCounts()
        if (concurrency === 1) alone = seconds
        const measured = { target: `${suite} ${role}`, delay, concurrency: String(concurrency ?? 'adaptive'), seconds }
        yield { ...measured, calls, peak, ratio: alone / seconds, callsPerProbe: calls / probes }
      }
    }
  } finally {
    await server.close()
    proxy.close()
  }
}

async function answer(request: Request, handle: EndpointHandler): Promise<Response> {
  const { method, url, headers } = request
  const given = await handle({ method, url, headers: Object.fromEntries(headers), body: await request.text() })
  return new Response(given.status === 204 ? null : given.body, { status: given.status, headers: given.headers })
}

interface TestedPlace extends Pick<DelayedTarget, 'suite' | 'role'> {
  readonly source: string
}

async function testOnce({ suite, role, source }: TestedPlace, concurrency?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const anchors = join(folder, 'root.pem')
  const root = issuerTrust.root.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  writeFileSync(anchors, `-----BEGIN CERTIFICATE-----\n${root}\n-----END CERTIFICATE-----\n`)
  const began = performance.now()
  const report = await runSuite({
    ...{ suite, targets: { [role]: source }, probes: true, anchors },
    ...(concurrency !== undefined && { concurrency }),
  })
  rmSync(folder, { recursive: true })
  if (report.verdict.exitCode !== 0) throw new Error(`the reference ${role} did not pass: ${report.verdict.result}`)
  return { seconds: (performance.now() - began) / 1000, probes: report.probes.length }
}
