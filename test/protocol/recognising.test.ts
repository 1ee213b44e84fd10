import { afterEach, describe, expect, it, vi } from 'vitest'
import { recogniseArtefact } from '../../protocol/artefacts/recognise-artefact.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { parseVector } from '../../src/verify/vector.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The characters that `JSON.parse` reads while something runs. */
function countParsedCharacters(run: () => unknown): number {
  const parse = vi.spyOn(JSON, 'parse')
  run()
  return parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
}

const deep = `{"keys":${'['.repeat(1_000_000)}`
const wide = `{"keys":[${'[],'.repeat(limits.values)}0]}`
const long = `{"keys":"${'a'.repeat(limits.text)}"}`

const sign = (body: string): string => [encodeBase64url('{"x5c":[]}'), encodeBase64url(body), 'AAAA'].join('.')

describe('a text that is too deep, too wide or too long', () => {
  it.each([
    ['deep', deep],
    ['wide', wide],
    ['long', long],
  ])('is recognised by its beginning, and not parsed, where it is too %s', (_, text) => {
    expect(recogniseArtefact(text)?.kind).toBe('jwks')
    expect(countParsedCharacters(() => recogniseArtefact(text))).toBe(0)
  })

  it.each([
    ['deep', deep],
    ['wide', wide],
  ])('is not parsed as the body of a JWS where it is too %s', (_, text) => {
    expect(recogniseArtefact(sign(text))?.kind).toBe('attestation')
    expect(countParsedCharacters(() => recogniseArtefact(sign(text)))).toBeLessThan(100)
  })

  it('is not parsed as a vector', () => {
    const vector = `{"artefact":"","kind":${'['.repeat(1_000_000)}`

    expect(countParsedCharacters(() => expect(() => parseVector('a file', vector)).toThrow('not valid JSON'))).toBe(0)
  })
})

describe('a text within the limits', () => {
  it('is recognised by members that a strict parser rejects', () => {
    expect(recogniseArtefact('{"a":1,"a":2,"keys":[]}')?.kind).toBe('jwks')
    expect(recogniseArtefact('{"a":"\\ud800","keys":[]}')?.kind).toBe('jwks')
  })

  it('is not recognised by a body that is not an object', () => {
    expect(recogniseArtefact([encodeBase64url('{}'), encodeBase64url('null'), 'AAAA'].join('.'))).toBeUndefined()
  })
})
