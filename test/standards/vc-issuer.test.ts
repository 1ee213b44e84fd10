import { describe, expect, it, onTestFinished } from 'vitest'
import { verify } from '../../src/verify/verify.ts'
import { serve } from '../../src/wire/server/server.ts'
import { judgeVcIssuer } from '../../suites/sd-jwt-vc/harness/judge-vc-issuer.ts'
import { answer, makeVcSample, usualIssuer, usualMetadata } from '../../suites/sd-jwt-vc/sample.ts'

const issuer = 'https://issuer.example'
const type = `${issuer}/types/member`
const base = `${issuer}/types/person`
const { text, facts } = makeVcSample({ payload: (all) => ({ ...all, vct: type }), binding: null })
const { 'extends#integrity': _, ...derived } = usualMetadata
const { now = 0 } = facts

type Pages = Readonly<Record<string, unknown>>

const pages: Pages = {
  '/.well-known/jwt-vc-issuer': { issuer, jwks_uri: `${issuer}/keys` },
  '/keys': usualIssuer.jwks,
  '/types/member': { ...derived, vct: type, extends: base },
  '/types/person': { vct: base, claims: [{ path: ['given_name'], sd: 'always', mandatory: true }] },
}

/** An issuer with these pages; a text in place of a page is where it has moved. */
async function judgeIssuer(served: Pages, path = '', credential = text) {
  const calls: string[] = []
  const respond = (page: unknown): Response => {
    if (page === undefined) return Response.json({ error: 'not found' }, { status: 404 })
    if (typeof page === 'string') return new Response(null, { status: 302, headers: { location: page } })
    return new Response(JSON.stringify(page), { headers: answer().headers as Record<string, string> })
  }
  const server = await serve(
    () => async (request) => {
      const { pathname } = new URL(request.url)
      calls.push(pathname)
      return respond(served[pathname])
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(server.close)
  const { cases, facts: known } = await judgeVcIssuer(`${server.url}${path}`, [credential], {
    profile: 'sd-jwt-vc',
    now,
  })
  const verdict = verify(credential, { profile: 'sd-jwt-vc', now, ...known })
  const failed = cases.flatMap((one) =>
    'verdict' in one ? one.verdict.results.filter(({ outcome }) => outcome === 'failed') : [],
  )
  return {
    calls,
    codes: cases.map(({ code }) => code),
    failed: failed.map(({ requirement }) => requirement.id),
    conclusion: verdict.conclusion,
    broken: verdict.results.flatMap(({ outcome, requirement }) => (outcome === 'failed' ? [requirement.id] : [])),
  }
}

describe('an issuer of SD-JWT VC, by its URL', () => {
  it('is asked for its metadata, its keys, the type of the credential and what that extends', async () => {
    expect(await judgeIssuer(pages)).toEqual({
      calls: ['/.well-known/jwt-vc-issuer', '/types/member', '/types/person', '/keys'],
      codes: [0, 0, 0],
      failed: [],
      conclusion: 'conformant',
      broken: [],
    })
  })

  it('may publish nothing: that leaves the signature open, and fails nothing', async () => {
    const { codes, conclusion, failed } = await judgeIssuer({})

    expect({ codes, conclusion, failed }).toEqual({ codes: [3, 3], conclusion: 'inconclusive', failed: [] })
  })

  it('may move its documents', async () => {
    const moved = { ...pages, '/types/person': '/moved', '/moved': pages['/types/person'] }

    expect(await judgeIssuer(moved)).toMatchObject({ codes: [0, 0, 0], conclusion: 'conformant' })
  })

  it('fails where its metadata is at the end of the path of `iss`', async () => {
    const tenant = `${issuer}/tenant`
    const metadata = { ...usualIssuer, issuer: tenant }
    const credential = makeVcSample({ payload: (all) => ({ ...all, iss: tenant }), binding: null }).text
    const judged = (path: string) => judgeIssuer({ [path]: metadata }, '/tenant', credential)

    expect((await judged('/.well-known/jwt-vc-issuer/tenant')).failed).toEqual([])
    expect((await judged('/tenant/.well-known/jwt-vc-issuer')).failed).toEqual(['VCISSUER-PLACE'])
  })

  it('fails with keys that did not sign the credential', async () => {
    const other = {
      keys: [{ kty: 'EC', crv: 'P-256', kid: 'issuer-key', x: `${'b'.repeat(42)}A`, y: `${'b'.repeat(42)}A` }],
    }

    expect((await judgeIssuer({ ...pages, '/keys': other })).broken).toEqual(['SDJWT-SIGNED'])
  })

  it('is not followed in a circle of types, nor to an address in a private network', async () => {
    const circle = { ...pages, '/types/person': { vct: base, extends: type } }
    const secret = { ...pages, '/types/member': { ...derived, vct: type, extends: 'http://10.0.0.1/secret' } }

    expect((await judgeIssuer(circle)).broken).toEqual(['SDVC-TYPE-CIRCULAR'])
    expect(await judgeIssuer(secret)).toMatchObject({
      codes: [0, 3, 3],
      calls: expect.not.arrayContaining(['/secret']),
    })
  })
})
