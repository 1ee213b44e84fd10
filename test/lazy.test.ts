import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ended, environment, folder } from './running-vitest.ts'

/** A module that tells, when the process ends, which packages were loaded, and who called outside. */
const watch = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports, registerHooks } from 'node:module'
  import dns from 'node:dns'
  import net from 'node:net'
  const seen = new Set()
  registerHooks({
    load: (url, context, next) => {
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
  process.on('exit', () => console.error('SEEN ' + JSON.stringify([...seen])))
`)}`

/** The packages that a command loads, and whether it calls outside. */
async function seenIn(argv: readonly string[]): Promise<{ readonly code: number; readonly seen: readonly string[] }> {
  const env = environment({ NODE_OPTIONS: `--import "${watch}"` })
  const { code, err } = await ended([resolve('bin/assay.js'), ...argv], { env, cwd: folder() })
  return { code, seen: JSON.parse(/^SEEN (.*)$/m.exec(err)?.[1] ?? 'null') }
}

describe('a run with nothing configured', () => {
  it('loads no package but the one that routes requests, and calls nobody', async () => {
    expect(await seenIn(['run'])).toEqual({ code: 0, seen: ['hono'] })
  })

  it('would be caught if it did', async () => {
    const { code, seen } = await seenIn(['run', '--target', 'issuer=http://127.0.0.1:9'])

    expect(code).toBe(4)
    expect(seen).toEqual(expect.arrayContaining(['undici', 'a socket']))
  })
})
