import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { TransportError } from '../../model/errors.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { toPem } from '../../protocol/jose/jwk.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { init as command } from '../../src/cli/commands/init.ts'
import { writeConfiguration } from '../../src/init/init.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { detectAnswers, type InspectTarget, type TargetInspection } from '../../suites/document/init/detect.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'
import { load } from './load-settings.ts'

const base = 'https://issuer.test/a'
const glimpse = (content: JsonObject): TargetInspection => ({
  metadata: { content, form: 'append' },
  jwksPath: '/keys',
})
const honest = glimpse({ nonce_endpoint: `${base}/nonces`, credential_endpoint: `${base}/v1/credential` })

/** What a configuration says that was written into a folder. There, the package is not installed. */
async function loaded(folder: string, environment: Record<string, string> = {}, also: readonly string[] = []) {
  const written = readFileSync(join(folder, 'harness.config.ts'), 'utf8').replace(
    "'assay'",
    `'${pathToFileURL('src/config/define-harness.ts').href}'`,
  )
  const text = also.reduce((all, key) => all.replace(`  // ${key}: `, `  ${key}: `), written)
  return load({ files: { 'harness.config.ts': text, 'roots.pem': toPem(keys.root) }, environment })
}

/** Runs the command with a probe in its hand. */
async function init(folder: string, argv: readonly string[], probe: InspectTarget) {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    paint: plainPaint,
    stdin: () => Buffer.alloc(0),
  }
  const code = await writeConfiguration(readArguments('init', listFlags(command), [folder, ...argv]), terminal, probe)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('assay init', () => {
  it('writes a configuration of the reference cast, and says what is next', async () => {
    const folder = folderWith()

    expect(await assay(['init', folder])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('assay run') })
    expect((await loaded(folder)).settings).toMatchObject({ targets: {}, profile: 'document' })
  })

  it('names in comments whom else can be trusted', async () => {
    const folder = folderWith()
    await assay(['init', folder])

    const { settings } = await loaded(folder, {}, ['anchors'])

    expect(settings.anchors).toMatch(/roots\.pem$/)
    expect((await loaded(folder)).settings).not.toHaveProperty('anchors')
  })

  it('leaves the address of a role to the environment', async () => {
    const folder = folderWith()

    const { out } = await assay(['init', folder, '--role', 'wallet-backend'])

    const { settings } = await loaded(folder, { WALLET_BACKEND_URL: 'https://w.test' })
    expect(out).toContain('export WALLET_BACKEND_URL=')
    expect(settings.targets).toEqual({ 'wallet-backend': { url: 'https://w.test' } })
  })

  it('fills in what the target publishes', async () => {
    const folder = folderWith()
    const asked: string[] = []

    const { code, out } = await init(folder, ['--url', `${base}/`], async (url, role) => {
      asked.push(`${role} ${url}`)
      return honest
    })

    const { settings } = await loaded(folder)
    expect(code).toBe(0)
    expect(asked).toEqual([`issuer ${base}`])
    expect(out).toContain('endpoints.nonce.path = "/nonces"')
    expect(settings.targets.issuer?.url).toBe(base)
    expect(settings.decisions).toEqual({
      'metadata.path': 'append',
      'auth.issuerMetadata': 'none',
      'endpoints.issuerMetadata.method': 'GET',
      'endpoints.nonce.path': '/nonces',
      'endpoints.validate.path': '/v1/credential',
      'endpoints.jwks.path': '/keys',
      'auth.jwks': 'none',
    })
  })

  it('writes all the same if the target is not there, and says so', async () => {
    const folder = folderWith()

    const { code, err } = await init(folder, ['--url', base], async () => {
      throw new TransportError('unreachable', 'gone')
    })

    expect(code).toBe(0)
    expect(err).toBe('assay: warning: gone; the configuration is written without inspecting the target')
    expect((await loaded(folder)).settings.decisions).toEqual({})
  })

  it('says what was looked for and not found', async () => {
    const { err } = await init(folderWith(), ['--url', base], async () => ({ missed: ['there are no metadata'] }))

    expect(err).toBe('assay: warning: there are no metadata')
  })

  it('writes comments that nothing of a stranger can end', async () => {
    const folder = folderWith()
    const hostile = ['\n', '\r', '\u2028', '\u2029'].map((end) => `a key: ${end}throw 1 //`)

    await init(folder, ['--url', base], async () => ({ remarks: hostile, missed: hostile }))

    expect((await loaded(folder)).settings.targets.issuer?.url).toBe(base)
  })

  it.each([
    ['wallet', 'command:python3 wallet.py --name "it\'s"'],
    ['identity-app', 'manual'],
  ] as const)('takes a %s that is moved by %s, and looks at nothing', async (role, url) => {
    const folder = folderWith()

    const { code } = await init(folder, ['--role', role, '--url', url], () => Promise.reject(new TypeError('looked')))

    expect(code).toBe(0)
    expect((await loaded(folder)).settings.targets[role]?.url).toBe(url)
  })

  it('writes nothing over what is there, unless it is forced', async () => {
    const folder = folderWith({ 'harness.config.ts': 'mine' })

    expect(await assay(['init', folder])).toMatchObject({ code: 2, out: '' })
    expect(readFileSync(join(folder, 'harness.config.ts'), 'utf8')).toBe('mine')
    expect(await assay(['init', folder, '--force'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'harness.config.ts'), 'utf8')).toContain('defineHarness')
  })

  it('writes nothing beside another configuration', async () => {
    const folder = folderWith({ 'harness.config.json': '{}' })

    expect(await assay(['init', folder, '--force'])).toMatchObject({ code: 2, out: '' })
    expect(existsSync(join(folder, 'harness.config.ts'))).toBe(false)
  })

  it('writes a pipeline for GitLab', async () => {
    const folder = folderWith()
    expect((await assay(['init', folder, '--role', 'wallet', '--ci', 'gitlab'])).code).toBe(0)
    const { conformance } = parse(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8'))
    expect(conformance.script).toEqual([
      'npm ci',
      'npx --no assay run --require-target --format markdown --format junit',
    ])
    expect(conformance.artifacts.exclude).toEqual(['out/record.private.*'])
  })

  it('writes a configuration and a workflow, or neither of the two', async () => {
    const folder = folderWith()
    const workflow = join(folder, '.github/workflows/assay.yml')

    expect(await assay(['init', folder, '--role', 'issuer', '--ci', 'github'])).toMatchObject({ code: 0 })
    expect(readFileSync(workflow, 'utf8')).toContain(`ISSUER_URL: \${{ vars.ISSUER_URL }}`)

    const other = folderWith()
    mkdirSync(join(other, '.github/workflows'), { recursive: true })
    writeFileSync(join(other, '.github/workflows/assay.yml'), 'mine')

    expect(await assay(['init', other, '--role', 'issuer', '--ci', 'github'])).toMatchObject({ code: 2 })
    expect(existsSync(join(other, 'harness.config.ts'))).toBe(false)
  })

  it.each([
    ['github', '.github/workflows/assay.yml'],
    ['gitlab', '.gitlab-ci.yml'],
  ])('writes a workflow for %s beside a configuration, which it keeps, forced or not', async (name, path) => {
    const folder = folderWith({ 'harness.config.ts': 'mine' })

    for (const flags of [[], ['--force']]) {
      const { code, out } = await assay(['init', folder, '--ci', name, ...flags])
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(path) })
      expect(out).not.toContain('harness.config.ts')
    }

    expect(existsSync(join(folder, path))).toBe(true)
    expect(readFileSync(join(folder, 'harness.config.ts'), 'utf8')).toBe('mine')
  })

  it('writes no configuration without a target for a workflow, and says what is missing', async () => {
    const folder = folderWith()

    const { code, out } = await assay(['init', folder, '--ci', 'github'])

    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('assay init --role') })
    expect(existsSync(join(folder, 'harness.config.ts'))).toBe(false)
  })

  it.each([[['--role', 'issuer']], [['--url', 'https://issuer.test']]])(
    'writes no workflow for %j beside a configuration that may say otherwise',
    async (flags) => {
      const folder = folderWith({ 'harness.config.ts': 'mine' })

      const { code, err } = await assay(['init', folder, '--ci', 'github', '--force', ...flags])

      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('leave out') })
      expect(readFileSync(join(folder, 'harness.config.ts'), 'utf8')).toBe('mine')
      expect(existsSync(join(folder, '.github'))).toBe(false)
    },
  )

  it.each([
    ['{ "type": "module" }', 'harness.config.ts'],
    ['{ "type": "commonjs" }', 'harness.config.mts'],
    ['{}', 'harness.config.mts'],
  ])('names the file so that Node reads it in a package with %s', async (manifest, name) => {
    const folder = folderWith({ 'package.json': manifest })

    await assay(['init', folder])

    expect(existsSync(join(folder, name))).toBe(true)
  })

  it.each([
    [['--role', 'isuer'], 'did you mean `issuer`?'],
    [['--ci', 'gitlub'], 'did you mean `github`?'],
    [['--url', 'issuer.test'], '--url: a URL begins with'],
    [['--url', 'https://u:p@issuer.test'], 'must not contain a user name'],
  ])('refuses %j', async (argv, words) => {
    const folder = folderWith()

    expect(await assay(['init', folder, ...argv])).toMatchObject({ code: 2, err: expect.stringContaining(words) })
    expect(existsSync(join(folder, 'harness.config.ts'))).toBe(false)
  })

  it('makes a folder that is not there', async () => {
    const folder = join(folderWith(), 'missing', 'inner')

    expect((await assay(['init', folder])).code).toBe(0)
    expect(existsSync(join(folder, 'harness.config.ts'))).toBe(true)
  })

  it('refuses a file', async () => {
    const folder = folderWith()
    await assay(['init', folder])

    const { code, err } = await assay(['init', join(folder, 'harness.config.ts')])

    expect(code).toBe(2)
    expect(err).toContain('is not a folder')
  })

  it('refuses a second folder', async () => {
    const [one, other] = [folderWith(), folderWith()]

    expect(await assay(['init', one, other])).toMatchObject({ code: 2, out: '' })
    expect(existsSync(join(one, 'harness.config.ts'))).toBe(false)
  })
})

describe('what a target publishes', () => {
  const placeholder = `\${HOME}`

  it.each([
    ['another host', 'https://other.test/a/nonce'],
    ['an address above', 'https://issuer.test/nonce'],
    ['a name that only begins alike', 'https://issuer.test/ab/nonce'],
    ['no address', 'nonce'],
    ['no text', 7],
    ['a placeholder', `${base}/nonce?${placeholder}`],
    ['the end of a literal', `${base}/'+process.exit()+'`],
    ['a line', `${base}/nonce?\n`],
  ])('is left alone if it is %s', (_, nonce_endpoint) => {
    expect(
      detectAnswers({ metadata: { content: { nonce_endpoint }, form: 'literal' } }, base).map(
        ({ decision }) => decision,
      ),
    ).not.toContain('endpoints.nonce.path')
  })
})
