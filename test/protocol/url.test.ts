import { describe, expect, it } from 'vitest'
import { isSameUrl } from '../../protocol/encoding/url.ts'

describe('two URLs are the same', () => {
  it.each([
    ['the case of the scheme', 'HTTPS://issuer.example/a'],
    ['the case of the host', 'https://Issuer.Example/a'],
    ['the default port', 'https://issuer.example:443/a'],
    ['an escaped letter', 'https://issuer.example/%61'],
    ['a segment that is a dot', 'https://issuer.example/./a'],
  ])('whatever %s', (_, url) => {
    expect(isSameUrl(url, 'https://issuer.example/a')).toBe(true)
  })

  it('with an empty path and with none', () => {
    expect(isSameUrl('https://issuer.example/', 'https://issuer.example')).toBe(true)
  })

  it('in whatever case their escapes are written', () => {
    expect(isSameUrl('https://issuer.example/%e2', 'https://issuer.example/%E2')).toBe(true)
  })

  it('if they are the same text, and no http URL', () => {
    expect(isSameUrl('urn:a', 'urn:a')).toBe(true)
  })
})

describe('two URLs differ', () => {
  it.each([
    ['the case of the path', 'https://issuer.example/A'],
    ['a slash after the path', 'https://issuer.example/a/'],
    ['the port', 'https://issuer.example:8443/a'],
    ['the scheme', 'http://issuer.example/a'],
    ['a user', 'https://user@issuer.example/a'],
    ['a dot after the host', 'https://issuer.example./a'],
    ['an escaped slash', 'https://issuer.example%2Fa'],
    ['a query', 'https://issuer.example/a?'],
    ['missing slashes', 'https:issuer.example/a'],
    ['backslashes', 'https:\\\\issuer.example\\a'],
  ])('in %s', (_, url) => {
    expect(isSameUrl(url, 'https://issuer.example/a')).toBe(false)
  })
})
