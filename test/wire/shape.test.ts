import { describe, expect, it } from 'vitest'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { applyShape, mergeShape, remapResponse } from '../../src/wire/client/request-shape.ts'
import { lossOf } from './calls.ts'

const asked: HttpRequest = {
  method: 'POST',
  url: 'https://issuer.example/offer?a=%20b&uid=old',
  headers: { 'content-type': 'application/json', accept: '*/*' },
  body: '{"code":"c","extra":1}',
}

const facts = { code: 'C&D', uid: 'person', sessionToken: '{code}' }

describe('a shape', () => {
  it('of nothing changes nothing', () => {
    expect(applyShape(asked, {}, facts)).toEqual(asked)
  })

  it('adds, replaces and takes away header fields, whatever their case', () => {
    const headers = { 'X-Session': 'Bearer {sessionToken}', Accept: '', 'Content-Type': 'text/json' }

    expect(applyShape(asked, { headers }, facts).headers).toEqual({
      'x-session': 'Bearer {code}',
      'content-type': 'text/json',
    })
  })

  describe('of header fields', () => {
    const headers = { Authorization: 'Token {sessionToken}', 'X-Gateway': 'k', 'Content-Type': 'text/json' }
    const shaped = (own: Readonly<Record<string, string>>, isGuarded: boolean) =>
      applyShape({ ...asked, headers: own }, { headers }, { sessionToken: 'mine' }, isGuarded).headers

    it('replaces a token that is the one of the session', () => {
      expect(shaped({ authorization: 'Bearer mine' }, true)).toMatchObject({ authorization: 'Token mine' })
    })

    it.each([{ authorization: 'Bearer of another' }, {}])('leaves what a probe made of a token: %j', (own) => {
      expect(shaped(own, true)).toEqual({ ...own, 'x-gateway': 'k', 'content-type': 'text/json' })
    })

    it('adds a token where none is usual', () => {
      expect(shaped({}, false)).toMatchObject({ authorization: 'Token mine' })
    })

    it.each(['sessionToken', 'accessToken', 'secret'])(
      'puts {%s} back nowhere where a probe left out the token',
      (name) => {
        const fields = { 'X-Session': `Bearer {${name}}`, other: 'k' }
        const shape = { headers: fields, query: fields, body: { session: { value: `{${name}}` } } }
        const sent = { method: 'POST', url: 'https://issuer.example/validate', headers: {}, body: '{"uid":"1"}' }

        expect(applyShape(sent, shape, { sessionToken: 'mine', [name]: 'to"ken' }, true)).toMatchObject({
          url: 'https://issuer.example/validate?other=k',
          headers: { other: 'k' },
          body: '{"uid":"1"}',
        })
        expect(JSON.stringify(applyShape(sent, shape, { sessionToken: 'mine', [name]: 'to"ken' }, true))).not.toContain(
          'ken',
        )
      },
    )

    it('leaves the media type that a probe sends', () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' }

      expect(shaped(form, false)).toMatchObject(form)
    })
  })

  it('adds query parameters and leaves the others as they were written', () => {
    const { url } = applyShape(asked, { query: { uid: '{uid}', c: '{code}' } }, facts)

    expect(url).toBe('https://issuer.example/offer?a=%20b&uid=person&c=C%26D')
  })

  it('adds, replaces and takes away members of a body', () => {
    const body = { extra: null, code: 'x{code}', app: { ids: ['{uid}', 7, true] } }

    expect(JSON.parse(applyShape(asked, { body }, facts).body ?? '')).toEqual({
      code: 'xC&D',
      app: { ids: ['person', 7, true] },
    })
  })

  it.each(['[1]', '"text"', '{"a":1,"a":2}', '{', ''])('leaves a body alone that is not a JSON object: %s', (body) => {
    expect(applyShape({ ...asked, body }, { body: { more: 1 } }, facts).body).toBe(body)
  })

  it('gives a body to a POST request without one', () => {
    expect(
      applyShape(
        { method: 'POST', url: 'https://a.example', headers: {} },
        { body: { code: '{code}' } },
        { code: 'c' },
      ),
    ).toEqual({
      method: 'POST',
      url: 'https://a.example',
      headers: { 'content-type': 'application/json' },
      body: '{"code":"c"}',
    })
  })

  it('gives no body to a GET request', () => {
    expect(applyShape({ method: 'GET', url: 'https://a.example', headers: {} }, { body: { more: 1 } }, facts)).toEqual({
      method: 'GET',
      url: 'https://a.example',
      headers: {},
    })
  })

  it('names a placeholder that is not known, and those that are', async () => {
    const lost = await lossOf((async () => applyShape(asked, { headers: { x: '{nonce}' } }, facts))())

    expect(lost).toEqual({
      kind: 'configuration',
      message: 'the placeholder {nonce} is not known: known here are {code}, {uid}, {sessionToken}',
    })
  })

  it('knows no placeholder by a name that every object has', () => {
    const bend = () => applyShape(asked, { headers: { x: '{toString}' } }, facts)

    expect(bend).toThrow(expect.objectContaining({ kind: 'configuration' }))
  })

  it('takes braces around anything else as text', () => {
    const { headers } = applyShape(asked, { headers: { x: '{"a":{}} {1}' } }, facts)

    expect(headers).toHaveProperty('x', '{"a":{}} {1}')
  })

  it('is put together of what a target wants of every call, and of these', () => {
    const target = {
      url: 'https://issuer.example',
      headers: { 'X-Key': 'k', 'X-Env': 'test' },
      requests: { offer: { headers: { 'x-key': 'other' }, query: { a: 'b' } } },
    }

    expect(mergeShape(target, 'offer')).toEqual({ headers: { 'x-key': 'other', 'x-env': 'test' }, query: { a: 'b' } })
    expect(mergeShape(target, 'nonce')).toEqual({ headers: { 'x-key': 'k', 'x-env': 'test' } })
    expect(mergeShape({ url: target.url }, 'nonce')).toEqual({ headers: {} })
  })
})

describe('an answer', () => {
  const replied: HttpResponse = {
    status: 200,
    headers: {},
    body: '{"data":{"a/b":[{"nonce":"n"}],"~":1},"c_nonce":null}',
  }

  it.each([
    ['/data/a~1b/0/nonce', 'n'],
    ['/data/~0', 1],
    ['/c_nonce', null],
  ])('has the member at %s where we look for it', (pointer, value) => {
    expect(JSON.parse(remapResponse(replied, { nonce: pointer }).body)).toEqual({
      ...JSON.parse(replied.body),
      nonce: value,
    })
  })

  it.each(['/data/none', '/data/a~1b/1', '/data/a~1b/-', '/data/a~1b/length', '/toString', '/c_nonce/x'])(
    'is left as it is where nothing stands at %s',
    (pointer) => {
      expect(remapResponse(replied, { nonce: pointer })).toBe(replied)
    },
  )

  it('has a member that is a claim of a JWT in it', () => {
    const [header, claims] = [{ alg: 'ES256' }, { deep: { nonce: 'n' } }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const signed = { ...replied, body: JSON.stringify({ data: { token: `${header}.${claims}.c2ln`, other: 'a.b.c' } }) }

    expect(JSON.parse(remapResponse(signed, { c_nonce: '/data/token/deep/nonce' }).body)).toMatchObject({
      c_nonce: 'n',
    })
    for (const pointer of ['/data/token/none', '/data/other/nonce']) {
      expect(remapResponse(signed, { c_nonce: pointer })).toBe(signed)
    }
  })

  it.each(['[]', 'text', '{"a":1,"a":1}'])('is left as it is if it is not a JSON object: %s', (body) => {
    const other = { ...replied, body }

    expect(remapResponse(other, { nonce: '/data' })).toBe(other)
  })

  it.each(['data', '/a~2'])('is not looked into with %s, which is no pointer', (pointer) => {
    expect(() => remapResponse(replied, { nonce: pointer })).toThrow(expect.objectContaining({ kind: 'configuration' }))
  })

  it('can be given a member of any name', () => {
    const { body } = remapResponse(replied, { ['__proto__']: '/data/~0' })

    expect(Object.entries(JSON.parse(body))).toContainEqual(['__proto__', 1])
  })
})
