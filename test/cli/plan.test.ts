import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requirements } from '../../suites/document/all/requirements.ts'
import { folderWith } from '../temporary-folder.ts'
import { deadUrl } from '../wire/servers.ts'
import { assay } from './console.ts'

/** The command, with this in its configuration. */
async function plan(config: object, ...argv: readonly string[]) {
  const folder = folderWith({ 'c.json': JSON.stringify(config) })
  return assay(['plan', '--config', join(folder, 'c.json'), ...argv])
}

/** The same for a program. */
async function planned(config: object, ...argv: readonly string[]) {
  const { code, out } = await plan(config, ...argv, '--json')
  return { code, ...JSON.parse(out) }
}

describe('assay plan', () => {
  it('lists the actors, the sessions, what is judged and what is not, and the effects', async () => {
    const { code, err, out } = await plan({})

    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^issuer +reference actor$/m)
    expect(out).toMatch(/^first +\S/m)
    expect(out).toMatch(/^\d+ requirements will be judged; these will not:$/m)
    expect(out).toMatch(/about: \d+ calls, 3 sessions, 3 nonces, 3 credential requests, 3 credentials$/)
    expect(out).not.toContain('negative tests')
  })

  it('has every requirement in one place, for a program', async () => {
    const { code, judged, excluded, ...rest } = await planned({})

    expect(code).toBe(0)
    expect([...judged, ...Object.values(excluded).flat()].sort()).toEqual(requirements.map(({ id }) => id).sort())
    expect(rest).toEqual({
      schemaVersion: 1,
      actors: expect.arrayContaining([{ role: 'issuer' }]),
      sessions: expect.arrayContaining([{ session: 'first', purpose: expect.any(String) }]),
      probes: 0,
      traffic: expect.objectContaining({ calls: expect.any(Number), credentials: 3 }),
    })
  })

  it('sends no request, and plans as if the targets were reachable', async () => {
    const issuer = await deadUrl()

    const { code, actors, traffic } = await planned({ targets: { issuer } }, '--members', '0')

    expect(code).toBe(0)
    expect(actors).toContainEqual({ role: 'issuer', url: issuer })
    expect(traffic).toMatchObject({ sessions: 3, nonces: 3, credentialRequests: 3, credentials: 3 })
  })

  it('counts what has to be refused among the effects', async () => {
    const config = { targets: { issuer: 'https://issuer.test' } }

    const [none, one] = [await planned(config, '--members', '0'), await planned(config)]

    expect(none.probes).toBe(0)
    expect(one.probes).toBeGreaterThan(50)
    expect(one.traffic.calls).toBeGreaterThan(none.traffic.calls + one.probes)
  })

  it('reckons what very many lies would do, and plays only some', async () => {
    const config = {
      targets: { verifier: 'https://verifier.test' },
      listen: { port: 4801, publicUrl: 'http://tunnel.test' },
    }

    const [one, two, many] = [
      await planned(config, '--members', '1'),
      await planned(config, '--members', '2'),
      await planned(config, '--members', '10000'),
    ]

    const each = two.probes - one.probes
    expect(each).toBeGreaterThan(4)
    expect(many.probes).toBeGreaterThan(10_000 * (each / 2)) // some families are small
    expect(many.probes).toBeLessThanOrEqual(one.probes + 9_999 * each)
    expect(many.traffic.calls).toBeGreaterThan(many.probes)
  })

  it('is the same where a door is open for those who call', async () => {
    const targets = { verifier: 'https://verifier.test' }
    const listen = { port: 4801, publicUrl: 'http://tunnel.test' }

    const [alone, reached] = await Promise.all(
      [{ targets }, { targets, listen }].map((config) => planned(config, '--members', '0')),
    )

    expect(reached).toEqual(alone)
  })

  it('ends as a run would of which nothing is left', async () => {
    const { code, out } = await plan({ only: ['SD-*'], skip: ['SD-*'] })

    expect(code).toBe(3)
    expect(out).toContain('nothing can be judged')
  })

  it('keeps to what is selected', async () => {
    const { judged, excluded } = await planned({}, '--only', 'STATUS-*')

    expect(judged.every((id: string) => id.startsWith('STATUS-'))).toBe(true)
    expect(excluded['not selected'].length).toBeGreaterThan(100)
  })

  it.each([
    [['--only', 'NOPE'], 'no requirement matches `NOPE`'],
    [['issuers'], 'assay plan: unknown value `issuers`'],
    [['issuer', 'wallet'], 'takes one role'],
    [['--members', 'many'], '--members: `many` is not a whole number'],
  ])('refuses %j', async (argv, words) => {
    expect(await plan({}, ...argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) })
  })

  describe('of a role', () => {
    it('is a check-list with what the configuration lacks', async () => {
      const { code, out } = await plan({ targets: { 'status-service': 'https://status.test' } }, 'status-service')

      expect(code).toBe(3)
      expect(out).toMatch(/^plan of the status-service {2}profile document, assay \S+, registry [0-9a-f]{12}$/m)
      expect(out).toMatch(/^\[lacks\] STATUS-CHANGED {2}mandatory$/m)
      expect(out).toMatch(/^\[ \] STATUS-SIGNED {2}mandatory$/m)
      expect(out).toContain('a hook that changes a status: `status.set`')
      expect(out).not.toContain('a target:')
    })

    it('lacks a target, a second account and probes where there are none', async () => {
      const account = { deviceId: 'device-1', uid: '000000000019', sessionToken: 'one' }
      const { lacks } = await planned({ accounts: [account] }, 'issuer', '--members', '0')

      expect(lacks.map(({ what }: { what: string }) => what)).toEqual([
        expect.stringContaining('a target'),
        expect.stringContaining('--members 0'),
        expect.stringContaining('accounts'),
        expect.stringContaining('assay decide'),
      ])
    })

    it('is that of all roles for the ecosystem', async () => {
      const { rows } = await planned({}, 'ecosystem')

      expect(new Set(rows.map(({ role }: { role: string }) => role)).size).toBe(6)
    })
  })
})
