import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

// A few mutants of the reference actors of the standards, and of a published library; `npm run mutants` makes all of them.

const home = mkdtempSync(join(tmpdir(), 'assay-mutants-'))
afterAll(() => rmSync(home, { recursive: true }))

interface MutantResult {
  readonly place: string
  readonly verdict: string
}

async function examine(role: string, places: readonly string[]): Promise<readonly string[]> {
  const file = join(home, `${encodeURIComponent(role)}.json`)
  const only = places.flatMap((place) => ['--only', place])
  const settings = ['--settings', '2', '--attempts', '5', '--json', file]
  await promisify(execFile)(process.execPath, ['mutants/main.ts', '--of', role, ...settings, ...only]).catch(() => {})
  const results: readonly MutantResult[] = JSON.parse(readFileSync(file, 'utf8'))
  return places.map((place) => results.find((each) => each.place.startsWith(place))?.verdict ?? 'absent')
}

describe('a mutant of a reference actor', () => {
  it('of OpenID4VCI is found, ends the test, or is legal', async () => {
    const places = {
      'steps.ts:validations: never validated: everyProof(({ jws }, { base }) => jws.payload.aud === base)': 'found',
      'answer-tokens.ts:answerTokenRequest: other constant: true -> false': 'stopped',
      "steps.ts:makeUsualSteps: other name: 'Asha'": 'known',
    }

    expect(await examine('openid4vci-issuer', Object.keys(places))).toEqual(Object.values(places))
  })

  it('of OpenID4VP is found, is legal, or is the same from outside', async () => {
    const places = {
      'check-sd-jwt.ts:sdJwtChecks: never validated: checkBinding(({ payload }, _, { request }) => payload.nonce':
        'found',
      'write-request.ts:usualQuery: drop an element: { path: [': 'known',
      'verifier.ts:openSession: other constant: 200 -> 201': 'same',
    }

    expect(await examine('openid4vp-verifier', Object.keys(places))).toEqual(Object.values(places))
  })
})

describe('a mutant of a published library', () => {
  it('is found, ends the test, or is the same from outside', async () => {
    const places = {
      '@sd-jwt/core/dist/index.js:pack: condition always false: key !== import_types4.SD_DIGEST': 'found',
      '@sd-jwt/core/dist/index.js:Jwt: negate: !this.header -> (this.header)': 'stopped',
      '@sd-jwt/core/dist/index.js:_SDJwtInstance: other name: "Invalid sd_hash': 'same',
    }

    expect(await examine('@sd-jwt/core', Object.keys(places))).toEqual(Object.values(places))
  })
})
