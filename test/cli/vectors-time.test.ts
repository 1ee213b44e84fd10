import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isObject } from '../../protocol/encoding/json.ts'
import { readWallClock } from '../../src/runtime/clock.ts'
import { verify } from '../../src/verify/verify.ts'
import { ended } from '../running-vitest.ts'

/** The usual sample, as the command line makes it in a process of its own. */
async function makeFirst(...flags: readonly string[]) {
  const { out } = await ended([resolve('bin/assay.js'), 'vectors', ...flags])
  const vectors = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  const { artefact, context } = vectors.find(({ id }) => /^valid(?:\/credential)?$/.test(id))
  const [, payload = ''] = String(artefact).split('.')
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { artefact: String(artefact), context, iat: isObject(claims) ? Number(claims.iat) : 0 }
}

const later = '2027-01-15T00:00:00Z'
const seconds = Date.parse(later) / 1000
const day = 86_400

describe('samples that are exported', () => {
  it.each([
    ['of the document', ['SD-DIGEST'], 'document'],
    ['of a standard', ['--profile', 'sd-jwt'], 'sd-jwt'],
  ] as const)('%s are made at the time of --now', async (_, flags, profile) => {
    const { artefact, context, iat } = await makeFirst(...flags, '--now', later)

    expect(context.now).toBe(seconds)
    expect(Math.abs(seconds - iat)).toBeLessThanOrEqual(day)
    expect(verify(artefact, { ...context, profile }).conclusion).toBe('conformant')
  })

  it.each([
    ['of the document', ['SD-DIGEST']],
    ['of a standard', ['--profile', 'sd-jwt']],
  ] as const)('%s are made at present where no time is given', async (_, flags) => {
    const before = readWallClock()
    const { context, iat } = await makeFirst(...flags)

    expect(context.now).toBeGreaterThanOrEqual(before)
    expect(context.now).toBeLessThanOrEqual(readWallClock())
    expect(Math.abs(context.now - iat)).toBeLessThanOrEqual(day)
  })
})
