import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../model/settings.ts'
import { resolveSettings } from '../../src/config/settings.ts'
import { createRecorder } from '../../src/privacy/redact-message.ts'
import { createMessageParser } from '../../suites/document/model/parse-message.ts'
import { createRecording } from '../../suites/document/run/recording/recording.ts'
import { listActors } from '../../suites/document/run/roles.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

// Secrets in the addresses of targets: in the arguments of a command, and in environment variables.

const secret = 'k3y-of-the-test-system'
const environment = { KEY: secret, BASE: `https://issuer.test/${secret}`, HOST: 'issuer.test' }

async function resolve(issuer: string): Promise<Settings> {
  const { settings } = await resolveSettings({ targets: { issuer } }, environment, '/')
  return settings
}

/** Records a call of an address below that of the issuer. */
function record(settings: Settings): string {
  const url = `${settings.addresses.issuer}/nonce`
  const message = createMessageParser([])({
    ...{ number: 1, session: 'first', endpoint: 'nonce', from: 'wallet', to: 'issuer', sentAt: 0, milliseconds: 1 },
    request: { method: 'GET', url, headers: {} },
  })
  return JSON.stringify(createRecorder(createRecording(settings))(message))
}

/** How a configuration refers to a variable. */
const use = (name: string): string => ['$', name, ''].join('{').replace(/\{$/, '}')

describe('the value of a variable in the address of a target', () => {
  it.each([
    [`https://issuer.test/${use('KEY')}`, `https://issuer.test/${use('KEY')}`, 'https://issuer.test/'],
    [`https://issuer.test/${use('KEY')}/x`, `https://issuer.test/${use('KEY')}/x`, 'https://issuer.test/'],
    [use('BASE'), 'https://issuer.test/…', 'https://issuer.test/'],
    [`https://${use('KEY')}.test`, `https://${use('KEY')}.test`, '"https://<text of '],
  ])('is not shown: %s', async (given, shown, recorded) => {
    const settings = await resolve(given)
    const line = record(settings)

    expect(listActors(settings)).toContainEqual({ role: 'issuer', url: shown })
    expect(line).toContain(recorded)
    expect(line).not.toContain(secret)
  })

  it('leaves an address without variables as it is', async () => {
    const settings = await resolve('https://issuer.test/tenant-of-ours')

    expect(listActors(settings)).toContainEqual({ role: 'issuer', url: 'https://issuer.test/tenant-of-ours' })
    expect(record(settings)).toContain('https://issuer.test/tenant-of-ours/nonce')
  })
})

describe('the arguments of a command', () => {
  it('are in no file of a run, and are not printed', async () => {
    const wallet = `command:no-such-program-anywhere --token ${secret}`
    const folder = folderWith({ 'c.json': JSON.stringify({ targets: { wallet } }) })
    const out = join(folder, 'out')
    const files = ['html', 'junit', 'markdown', 'har', 'earl', 'ctrf'].flatMap((name) => ['--format', name])

    const said = await assay(['run', '--config', join(folder, 'c.json'), '--out', out, '--members', '0', ...files])

    const texts = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'))
    expect(texts.join()).toContain('command:no-such-program-anywhere …')
    expect([...texts, said.out, said.err].join()).not.toContain(secret)
  })
})
