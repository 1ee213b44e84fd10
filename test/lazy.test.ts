import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ended, environment, folder } from './running-vitest.ts'

/**
 * A module that says, when the process ends, which packages and which folders of ours were loaded, and what called
 * outside. `suite.ts` is what is known of a suite before it is loaded.
 */
const watch = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports, registerHooks } from 'node:module'
  import dns from 'node:dns'
  import net from 'node:net'
  const seen = new Set()
  const folders = new Set()
  registerHooks({
    load: (url, context, next) => {
      const [, folder] = /^file:.*\\/((?:src|suites|model|protocol|reporters|schemas|fixtures)(?:\\/[\\w-]+)*)\\/[^/]+$/.exec(url) ?? []
      if (folder && !url.includes('/node_modules/') && !url.endsWith('/suite.ts')) folders.add(folder)
      const [, name] = /^.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
      if (name) seen.add(name)
      return next(url, context)
    },
  })
  for (const [what, owner, method] of [
    ['a socket', net.Socket.prototype, 'connect'],
    ['a server', net.Server.prototype, 'listen'],
    ['a lookup', dns, 'lookup'],
    ['a lookup', dns.promises, 'lookup'],
  ]) {
    const before = owner[method]
    owner[method] = function (...args) {
      seen.add(what)
      return before.apply(this, args)
    }
  }
  syncBuiltinESMExports()
  process.on('exit', () => console.error('SEEN ' + JSON.stringify({ seen: [...seen], folders: [...folders].sort() })))
`)}`

interface Loaded {
  readonly code: number
  readonly seen: readonly string[]
  readonly folders: readonly string[]
}

/** The packages and folders that a command loads, and whether it calls outside. */
async function seenIn(argv: readonly string[]): Promise<Loaded> {
  const env = environment({ NODE_OPTIONS: `--import "${watch}"` })
  const { code, err } = await ended([resolve('bin/assay.js'), ...argv], { env, cwd: folder() })
  return { code, ...JSON.parse(/^SEEN (.*)$/m.exec(err)?.[1] ?? 'null') }
}

/** The folders of the standards. A document whose profile is no standard needs none of them. */
const standards = ['openid4vci', 'openid4vp', 'mdoc', 'haip', 'token-status-list', 'sd-jwt-vc', 'sd-jwt'].map(
  (each) => `suites/${each}`,
)

describe('what only looks something up', () => {
  it.each(['--help', '--version'])('%s loads no command, no requirement and no protocol', async (flag) => {
    const { code, seen, folders } = await seenIn([flag])

    expect(code).toBe(0)
    expect(seen).toEqual([])
    expect(folders).toEqual(['model', 'reporters/text', 'src/cli', 'src/runtime', 'src/terminal'])
  })

  it('and a command that judges artefacts loads no run, no actor and no package', async () => {
    const { code, seen, folders } = await seenIn(['verify', resolve('fixtures/artefacts/credential.txt')])

    expect(code).not.toBe(5)
    expect(seen).toEqual([])
    for (const room of [
      'suites/document/run',
      'suites/document/actors',
      'src/wire',
      'suites/document/prove',
      'src/prove',
    ])
      expect(folders).not.toContain(room)
    for (const standard of standards) expect(folders).not.toContain(standard)
  })

  it('unless it is given an artefact of a standard', async () => {
    const vector = JSON.stringify({ id: 'one', kind: 'sd-jwt', artefact: 'a~' })
    const argv = ['verify', resolve('fixtures/artefacts/credential.txt'), vector]
    const { code, folders } = await seenIn(argv)

    expect(code).not.toBe(5)
    expect(folders).toEqual(expect.arrayContaining([...standards]))
  })
})

describe('an audit on one machine', () => {
  const argv = ['audit', resolve('fixtures/artefacts/credential.txt'), '--threads', '1']

  it('loads nothing of a queue', async () => {
    const { seen, folders } = await seenIn(argv)

    expect(seen.filter((name) => name.startsWith('@nats-io/'))).toEqual([])
    expect(folders).not.toContain('src/queue')
  })

  it('would be caught if it did', async () => {
    const { seen, folders } = await seenIn([...argv, '--via', 'nats://127.0.0.1:9'])

    expect(seen).toEqual(expect.arrayContaining(['@nats-io/transport-node', 'a socket']))
    expect(folders).toContain('src/queue')
  })
})

describe('a run with nothing configured', () => {
  it('loads only the package that routes requests, and sends no request', async () => {
    expect(await seenIn(['run'])).toMatchObject({ code: 0, seen: ['hono'] })
  })

  it('would be caught if it did', async () => {
    const { code, seen } = await seenIn(['run', '--target', 'issuer=http://127.0.0.1:9'])

    expect(code).toBe(4)
    expect(seen).toEqual(expect.arrayContaining(['undici', 'a socket']))
  })
})
