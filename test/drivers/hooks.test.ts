import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Hook } from '../../model/target.ts'
import { openHooks } from '../../src/drivers/hooks.ts'
import { folder } from '../running-vitest.ts'
import { serving } from '../wire/servers.ts'

const values = { id: 'credential 1/2', status: 'revoked' }

const call = (hook: Hook) => openHooks({ 'status.set': hook })['status.set']?.(values)

/** A command line that runs a script in this version of Node. */
const run = (script: string, rest = ''): Hook => ({ url: `command:'${process.execPath}' -e "${script}" ${rest}` })

describe('a hook', () => {
  it('that is a command gets each value in one argument', async () => {
    const file = join(folder(), 'given.json')

    await call(run(`fs.writeFileSync('${file}', JSON.stringify(process.argv.slice(1)))`, '{id} to={status}'))

    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(['credential 1/2', 'to=revoked'])
  })

  it('that is a module gets the values with its name', async () => {
    const [file, module] = [join(folder(), 'given.json'), join(folder(), 'hook.mjs')]
    const write = `writeFileSync(${JSON.stringify(file)}, JSON.stringify(given))`
    writeFileSync(module, `import { writeFileSync } from 'node:fs'\nexport default async (given) => ${write}`)

    await call({ url: `module:${module}` })

    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ hook: 'status.set', ...values })
  })

  it('that is a URL gets the values as JSON, and in the URL', async () => {
    const asked: unknown[] = []
    const url = await serving((request, response) => {
      asked.push(request.method, request.url, request.headers['x-key'])
      request.on('data', (body) => asked.push(JSON.parse(String(body))))
      request.on('end', () => response.end())
    })

    await call({ url: `${url}/set/{id}?to={status}`, method: 'PUT', headers: { 'x-key': 'k' } })

    expect(asked).toEqual(['PUT', '/set/credential%201%2F2?to=revoked', 'k', values])
  })

  it.each([
    ['a command that fails', run('process.exit(3)'), 'its command ended with exit code 3'],
    ['no program', { url: 'command:/nothing/is/here' }, 'there is no such program'],
    ['a placeholder that is not known', run('', '{name}'), 'the placeholder {name} is not known'],
    ['a URL that answers with an error', undefined, 'it answered with status 500'],
  ])('fails with a reason: %s', async (_, hook, reason) => {
    const broken = await serving((_, response) => response.writeHead(500).end())

    await expect(call(hook ?? { url: broken })).rejects.toThrow(reason)
  })
})
