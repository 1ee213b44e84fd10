import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readHttpResponse } from '../../protocol/status-list/http-response.ts'
import { serve } from '../../src/wire/server/server.ts'
import { faults } from '../../suites/token-status-list/faults.ts'
import { judgeStatusService } from '../../suites/token-status-list/harness/judge-status-service.ts'
import { TSHTTP } from '../../suites/token-status-list/requirements.ts'
import { makeSample, type StatusSampleChange } from '../../suites/token-status-list/sample.ts'
import { variants } from '../../suites/token-status-list/variants.ts'

const { now = 0, jwks = {} } = makeSample({}).facts

/** Answers as a sample does; the body is coded as its header field says. */
function answer(change: StatusSampleChange): Response {
  const { status, headers, body, isBinary } = readHttpResponse(makeSample({ ...change, about: 'response' }).text)
  const octets = isBinary ? Buffer.from(body, 'hex') : Buffer.from(body)
  const isCoded = headers.get('content-encoding') === 'gzip'
  return new Response(new Uint8Array(isCoded ? gzipSync(octets) : octets), { status, headers: [...headers] })
}

type Service = (request: Request, url: URL) => Response

async function judged(service: Service) {
  const server = await serve(() => async (request) => service(request, new URL(request.url)), {
    host: '127.0.0.1',
    port: 0,
  })
  onTestFinished(server.close)
  const { cases } = await judgeStatusService(`${server.url}/lists/1`, { profile: 'token-status-list', now, jwks })
  return cases.map((one) => {
    if (!('verdict' in one)) throw new Error('not judged')
    const failed = one.verdict.results.filter(({ outcome }) => outcome === 'failed')
    return { source: one.source.replace(/ \(.*/, ''), failed: failed.map(({ requirement }) => requirement.id) }
  })
}

const notImplemented = (): Response =>
  new Response('', { status: 501, headers: { 'access-control-allow-origin': '*' } })

/** A service that does everything right: a list in two formats, none of the past, and an aggregation. */
const correct: Service = ({ headers }, { pathname, searchParams, origin }) => {
  if (pathname === '/all')
    return Response.json({ status_lists: [`${origin}/lists/1`] }, { headers: { 'access-control-allow-origin': '*' } })
  if (searchParams.has('time')) return notImplemented()
  const format = headers.get('accept') === 'application/statuslist+cwt' ? 'cwt' : 'jwt'
  return answer({
    list: { format, structure: (list) => ({ ...list, aggregation_uri: `${origin}/all` }) },
  })
}

const sources = ['the list as JWT', 'the list as CWT', 'the list of a year ago', 'the aggregation']

describe('a status service that does everything right', () => {
  it('fails nothing, in either format, for a past time, and with its aggregation', async () => {
    expect(await judged(correct)).toEqual(sources.map((source) => ({ source, failed: [] })))
  })

  it('may have one format only, say so by 406, and have no aggregation', async () => {
    const service: Service = ({ headers }, { searchParams }) => {
      if (searchParams.has('time')) return notImplemented()
      return headers.get('accept')?.endsWith('+jwt') ? answer({}) : new Response('', { status: 406 })
    }

    expect(await judged(service)).toEqual([
      { source: 'the list as JWT', failed: [] },
      { source: 'the list of a year ago', failed: [] },
    ])
  })

  it('may redirect to another address', async () => {
    const service: Service = (request, url) =>
      url.pathname === '/lists/1'
        ? new Response('', { status: 302, headers: { location: `/moved${url.search}` } })
        : correct(request, url)

    expect((await judged(service)).flatMap(({ failed }) => failed)).toEqual([])
  })

  it.each(
    variants.filter(({ change: { about, response } }) => about === 'response' && response?.request === undefined),
  )('is a legal sample: $id', async ({ change }) => {
    const service: Service = (_, { searchParams }) => (searchParams.has('time') ? notImplemented() : answer(change))
    const isRedirect = change.response?.status?.startsWith('3') // leads to an address that does not exist
    if (isRedirect) await expect(judged(service)).rejects.toMatchObject({ code: 'ERR_TARGET' })
    else expect((await judged(service)).flatMap(({ failed }) => failed)).toEqual([])
  })
})

const served = faults.filter(({ breaks, change: { about, response } }) => {
  const isHttp = Object.values(TSHTTP).some(({ id }) => id === breaks.id)
  return isHttp && about === 'response' && response?.request === undefined
})

describe('a status service with a fault', () => {
  it.each(served)('fails what the fault breaks, and nothing else: $id', async ({ change, breaks, alsoBreaks }) => {
    const service: Service = (_, { searchParams }) => (searchParams.has('time') ? notImplemented() : answer(change))
    const failed = new Set((await judged(service)).flatMap((one) => one.failed))

    expect([...failed].toSorted()).toEqual([breaks, ...alsoBreaks].map(({ id }) => id).toSorted())
  })

  it.each([302, 304, 404, 405, 406, 410, 500, 502])('that has no list at its URI fails: %i', async (status) => {
    expect(await judged(() => new Response('', { status }))).toEqual([
      { source: 'the list', failed: ['TSHTTP-GIVEN'] },
      { source: 'the list of a year ago', failed: [] },
    ])
  })

  it.each([401, 403, 429, 503])('that answers not now, or not this client, fails nothing: %i', async (status) => {
    expect((await judged(() => new Response('', { status }))).flatMap(({ failed }) => failed)).toEqual([])
  })

  it('that names an aggregation which is not there fails for it', async () => {
    const service: Service = (request, url) =>
      url.pathname === '/all' ? new Response('', { status: 404 }) : correct(request, url)

    expect((await judged(service)).filter(({ failed }) => failed.length > 0)).toEqual([
      { source: 'the aggregation', failed: ['TSHTTP-AGGREGATION-GIVEN'] },
    ])
  })

  it('that sends the present list for a past time fails for it', async () => {
    expect((await judged(() => answer({}))).filter(({ failed }) => failed.length > 0)).toEqual([
      { source: 'the list of a year ago', failed: ['TSHTTP-TIME'] },
    ])
  })

  it('that ignores which format is asked for is judged by what it sends', async () => {
    const service: Service = (_, { searchParams }) => (searchParams.has('time') ? notImplemented() : answer({}))

    expect((await judged(service)).flatMap(({ failed }) => failed)).toEqual([])
  })
})

describe('a status service that is hostile', () => {
  it.each<[string, Service]>([
    ['redirects for ever', (_, { href }) => new Response('', { status: 307, headers: { location: href } })],
    [
      'sends a bomb',
      () => new Response(new Uint8Array(gzipSync(Buffer.alloc(1 << 24))), { headers: { 'content-encoding': 'gzip' } }),
    ],
    ['sends ten million octets', () => new Response('a'.repeat(10_000_000))],
    ['names a coding that does not exist', () => new Response('a', { headers: { 'content-encoding': 'x' } })],
  ])('is not judged, and says why: it %s', async (_, service) => {
    await expect(judged(service)).rejects.toMatchObject({ code: 'ERR_TARGET' })
  })

  it('leads to no private address', async () => {
    const service: Service = () => new Response('', { status: 302, headers: { location: 'http://127.0.0.2:9/' } })

    await expect(judged(service)).rejects.toThrow(/private address/)
  })

  it('is judged by a list of a million entries', async () => {
    const service: Service = (_, { searchParams }) =>
      searchParams.has('time') ? notImplemented() : answer({ list: { length: 1_000_000 } })

    expect((await judged(service)).flatMap(({ failed }) => failed)).toEqual([])
  })
})
