import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { listFailed } from '../../src/harness/seen.ts'
import { serve } from '../../src/wire/server/server.ts'
import { fetchListBy } from '../../suites/openid4vp/actors/fetch-list.ts'
import type { FetchList } from '../../suites/openid4vp/actors/verifier-steps.ts'
import { createReferenceVpVerifier } from '../../suites/openid4vp/harness/reference-verifier.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { tryServedVerifier } from '../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import type { VerifierMutation } from '../../suites/openid4vp/verifier/faults.ts'
import { set, skip } from '../../suites/openid4vp/verifier/faults.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'

const fetchList: FetchList = async ({ url, method, headers }) => {
  const response = await fetch(url, { method, headers, redirect: 'manual' })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

/** Tests a verifier behind a socket, which fetches lists that are served by another. */
async function tryVerifier(change: VerifierMutation) {
  const server = await serve(
    (url) => {
      const verifier = createReferenceVpVerifier(url, () => sampleTime, change, fetchList)
      return async (request) => {
        const call = { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) }
        const { status, headers, body } = await verifier.handle({ ...call, body: await request.text() })
        return new Response(body, { status, headers })
      }
    },
    { host: '127.0.0.1', port: 0, hosts: [] },
  )
  try {
    return await tryServedVerifier({
      ...{ requests: [`${server.url}/vp/new`], hasProbes: true, hasStatus: true, patience: 0, allowPrivate: true },
      options: { now: sampleTime, anchors: [new X509Certificate(issuerTrust.root).toString()] },
    })
  } finally {
    await server.close()
  }
}

const isOfStatus = ({ row }: { readonly row: { readonly id: string } }): boolean => /^VPUSE-(STATUS|LIST)/.test(row.id)

it('serves each probe a list of its own, and a verifier that reads it passes', async () => {
  const seen = await tryVerifier((steps) => steps)

  expect(seen.obstacle).toBeUndefined()
  expect(listFailed(seen)).toEqual([])
  expect(seen.trials.filter(isOfStatus).map(({ outcome }) => outcome)).toEqual(Array(18).fill('held'))
})

it('names a verifier that takes revoked credentials', async () => {
  const seen = await tryVerifier(skip('status-valid'))

  expect(listFailed(seen)).toEqual(['VPUSE-STATUS'])
})

it.each([
  ['all', []],
  ['first', ['VPUSE-LIST-AGGREGATED']],
] as const)('sees which lists of an aggregation a verifier fetches: %s', async (aggregates, failed) => {
  const seen = await tryVerifier(set({ getList: fetchListBy({ aggregates }) }))

  expect(listFailed(seen)).toEqual(failed)
  expect(seen.trials.filter(({ row }) => row.id === 'VPUSE-LIST-AGGREGATED')).toHaveLength(1)
})

it('accuses no verifier that does not fetch lists: it is not tested', async () => {
  const seen = await tryVerifier(set({ getList: async () => undefined }))

  expect(listFailed(seen)).toEqual([])
  expect(seen.trials.filter(isOfStatus)).toEqual([])
  expect(seen.untested.filter(isOfStatus).map(({ row }) => row.id)).toEqual([
    'VPUSE-STATUS',
    'VPUSE-LIST',
    'VPUSE-LIST-FIRST',
    'VPUSE-LIST-READ',
    'VPUSE-LIST-LOOP',
    'VPUSE-LIST-AGGREGATED',
    'VPUSE-LIST-ASKED',
    'VPUSE-LIST-TIME',
    'VPUSE-LIST-END',
  ])
})

it('has the requests for lists in its record', async () => {
  const { recording } = await tryVerifier((steps) => steps)
  const asked = (recording?.messages ?? []).filter(({ to }) => to === 'status service')

  expect(asked.length).toBeGreaterThan(10)
  expect(new Set(asked.map(({ from, endpoint }) => `${from} ${endpoint}`))).toEqual(new Set(['verifier status_list']))
  expect(asked.map(({ response }) => response?.status)).toEqual(expect.arrayContaining([200, 302, 404]))
})
