import { describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../model/wire.ts'
import { playUser } from '../../suites/openid4vci/harness/authorization/authorize-user.ts'
import { chooseUser } from '../../suites/openid4vci/harness/authorization/choose-user.ts'

const redirectUri = 'http://127.0.0.1:4801/callback'
const url = 'https://login.example/authorize?a=b'

const answer = (status: number, headers: Record<string, string> = {}): HttpResponse => ({ status, headers, body: '' })

/** Answers each address as a table says. */
const sendTo =
  (table: Readonly<Record<string, HttpResponse>>) =>
  async ({ url: asked }: { readonly url: string }): Promise<HttpResponse> =>
    table[asked] ?? answer(404)

const follow = (table: Readonly<Record<string, HttpResponse>>) =>
  playUser(sendTo(table), { url, redirectUri, expectsRefusal: false })

describe('a user for whom redirections are followed', () => {
  it('comes back with the parameters', async () => {
    const end = await follow({
      [url]: answer(302, { location: '/login', 'set-cookie': 'session=1; Path=/' }),
      'https://login.example/login': answer(303, { location: `${redirectUri}?code=1&state=2` }),
    })

    expect(end.kind === 'redirected' && [...end.parameters]).toEqual([
      ['code', '1'],
      ['state', '2'],
    ])
  })

  it('has every cookie that it was given, until one is emptied', async () => {
    const seen: (string | undefined)[] = []
    const steps = [
      { location: '/one', 'set-cookie': 'a=1; path=/one; expires=Mon, 23 Nov 2026 09:31:28 GMT, a.sig=x; httponly' },
      { location: '/two', 'set-cookie': 'a=; expires=Thu, 01 Jan 1970 00:00:00 GMT, b=2' },
      { location: `${redirectUri}?code=1` },
    ]
    const send = async ({ headers = {} }: { readonly headers?: Readonly<Record<string, string>> }) =>
      answer(303, steps[seen.push(headers.cookie) - 1])
    await playUser(send, { url, redirectUri, expectsRefusal: false })

    expect(seen).toEqual([undefined, 'a=1; a.sig=x', 'a.sig=x; b=2'])
  })

  it.each([
    ['a page', answer(200), 'page'],
    ['an error', answer(400), 'refused'],
    ['another application', answer(302, { location: 'javascript:alert(1)' }), 'refused'],
    ['itself', answer(302, { location: url }), 'refused'],
  ])('comes to an end at %s', async (_, response, kind) => {
    expect(await follow({ [url]: response })).toMatchObject({ kind })
  })
})

const visit = { url, redirectUri, expectsRefusal: false }
/** A command that prints where it came back to. */
const prints = `command:node -e "console.log('${redirectUri}?code=3')"`

const choose = (authorize: string, uri = redirectUri, show: (line: string) => void = () => {}) =>
  chooseUser({ authorize, redirectUri: uri, show }, sendTo({}))

describe('a user who is a command', () => {
  it('prints where the browser was redirected', async () => {
    const { authorizeUser } = await choose(prints)
    const end = await authorizeUser(visit)

    expect(end.kind === 'redirected' && end.parameters.get('code')).toBe('3')
  })

  it('is not asked for what should be refused, where the server does that by itself', async () => {
    const { authorizeUser } = await choose(prints)

    expect(await authorizeUser({ ...visit, expectsRefusal: true })).toMatchObject({ kind: 'refused' })
  })

  it('may fail', async () => {
    const { authorizeUser } = await choose('command:false')

    expect(await authorizeUser(visit)).toMatchObject({ kind: 'page' })
  })
})

describe('a user with a browser', () => {
  it('comes back to this machine', async () => {
    const shown = Promise.withResolvers<string>()
    const here = 'http://127.0.0.1:0/callback'
    const user = await choose('browser', here, shown.resolve)
    const end = user.authorizeUser({ ...visit, redirectUri: user.redirectUri })

    expect(await shown.promise).toContain(url)
    await fetch(`${user.redirectUri}?code=4`)

    expect(await end).toMatchObject({ kind: 'redirected' })
    await user.close()
  })

  it.each([
    ['browser', 'https://wallet.example/callback'],
    ['browser', 'no url'],
    ['firefox', redirectUri],
  ])('is a user that can be had: %s %s', async (authorize, uri) => {
    await expect(choose(authorize, uri)).rejects.toMatchObject({ name: 'HarnessError' })
  })
})
