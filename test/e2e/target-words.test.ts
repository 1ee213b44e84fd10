import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { folder } from '../running-vitest.ts'
import { serving } from '../wire/servers.ts'
import { startRun } from './child.ts'

// A wallet backend sees the claims of a holder. Whatever it writes of them into its errors, nothing of it is shown, and no run is withheld.

/** The names and values of the claims in a callback. */
async function readClaims(request: IncomingMessage): Promise<readonly (readonly [name: string, value: string])[]> {
  const { credentials = [] } = JSON.parse(await text(request))
  const disclosures = String(credentials[0]?.Credential ?? '').split('~')
  return disclosures.slice(1).flatMap((each) => {
    try {
      const [name, value] = JSON.parse(Buffer.from(each, 'base64url').toString())
      return typeof value === 'string' && value.length < 100 ? [[String(name), value] as const] : []
    } catch {
      return [] // it is no disclosure
    }
  })
}

type Claims = Awaited<ReturnType<typeof readClaims>>

/** Answers with a description of an error that has the claims in it, and keeps them. */
const refuseWith =
  (describeClaims: (claims: Claims) => string, seen: Set<string>): RequestListener =>
  async (request, response) => {
    const claims = await readClaims(request)
    for (const [, value] of claims) seen.add(value)
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'invalid_request', error_description: describeClaims(claims) }))
  }

const inPieces = (value: string): string => (value.match(/.{1,7}/gsu) ?? []).join(' ')

const descriptions: readonly (readonly [string, (claims: Claims) => string])[] = [
  [
    'as multipart',
    (claims) =>
      claims
        .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join(''),
  ],
  ['in pieces of seven characters', (claims) => claims.map(([, value]) => inPieces(value)).join(', ')],
  ['one after the other', (claims) => claims.map(([, value]) => value).join(': ')],
]

describe('a wallet backend that answers with the claims of a holder', () => {
  it.each(descriptions)('%s: the run ends with a report, and nothing of them is shown', async (_, describeClaims) => {
    const [home, seen] = [folder(), new Set<string>()]
    const url = await serving(refuseWith(describeClaims, seen))

    const { code, out, err } = await startRun(
      home,
      { targets: { 'wallet-backend': { url } }, now: 1_795_000_000, seed: 1 },
      '--members',
      '0',
    ).ended
    const files = readdirSync(join(home, 'out')).map((name) => readFileSync(join(home, 'out', name), 'utf8'))
    const written = [out, err, ...files].join('\n')

    expect([1, 3]).toContain(code)
    expect(seen.size).toBeGreaterThan(10)
    expect(written).toContain('invalid_request')
    const pieces = [...seen]
      .flatMap((value) => inPieces(value).split(' '))
      .filter((each) => /\p{Lu}.{3}|\d{5}/u.test(each))
    const theirs = written
      .split('reason given: ')
      .slice(1)
      .map((rest) => rest.split('\n', 1)[0] ?? '')
    expect(theirs.length).toBeGreaterThan(0)
    expect(pieces.filter((each) => theirs.some((words) => words.includes(each)))).toEqual([])
  })
})
