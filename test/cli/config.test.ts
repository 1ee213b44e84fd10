import { describe, expect, it } from 'vitest'
import { defineHarness } from '../../src/config/define-harness.ts'
import { account, placeholder, target, whole } from './config-example.ts'
import { load, rejection } from './load-settings.ts'

describe('settings', () => {
  it('are those of the reference actors if nothing is set', async () => {
    const { settings, warnings, file } = await load()

    expect(settings).toMatchObject({ profile: 'document', decisions: {}, targets: {}, out: 'out', deadline: 600 })
    expect(settings.addresses.issuer).toBe('https://issuer.example')
    expect(settings.accounts).toHaveLength(2)
    expect({ warnings, file }).toEqual({ warnings: [], file: undefined })
  })

  it('give a run more time for more probes, and a day at most', async () => {
    const deadlineOf = async (members: string, config = {}) =>
      (await load({ argv: ['--members', members], config })).settings.deadline

    expect(await deadlineOf('0')).toBe(600)
    expect(await deadlineOf('10')).toBe(6_000)
    expect(await deadlineOf('10000')).toBe(86_400)
    expect(await deadlineOf('10000', { deadline: 60 })).toBe(60)
  })

  it('are all that a file says', async () => {
    const { settings } = await load({ config: whole })

    const nonce = { ...target.requests.nonce, headers: { a: '' } }
    const issuer = { ...target, url: 'https://issuer.test/a', headers: { 'x-api-key': 'k' }, requests: { nonce } }
    const { $schema, decisions, ...rest } = whole
    expect(settings).toEqual({
      ...rest,
      decisions: decisions,
      targets: { issuer, 'status-service': { url: 'https://status.test' } },
      addresses: {
        issuer: 'https://issuer.test/a',
        'status-service': 'https://status.test',
        'wallet-backend': 'https://wallet.example',
        verifier: 'https://verifier.example',
      },
      listen: { host: '127.0.0.1', port: 8080, publicUrl: 'https://tunnel.test' },
      seed: '7',
      now: 1795000000,
      gate: 'go-live',
      given: ['accounts'],
      file: 'harness.config.json',
    })
  })

  it('start from chance, and from another one each time', async () => {
    const seeds = await Promise.all([load(), load()])

    expect(seeds.map(({ settings }) => settings.seed)).toEqual(['1', '1'])
    const drawn = await Promise.all([1, 2].map(() => load({ argv: ['--seed', 'random'] })))
    expect(new Set(drawn.map(({ settings }) => settings.seed)).size).toBe(2)
  })

  it('can all be set with flags', async () => {
    const argv = '--target issuer=https://i.test/ --target wallet=http://w.test:1/x --only CRED-* --only ATT-TYP'
    const more =
      '--skip SD-* --profile document-rfc9901 --decision sd.order=salt-name-value --seed s --now 1795000000 --out o'
    const rest =
      '--strict --gate conformance --format tap --format junit --format tap --keep-private --timeout 2.5 --listen [::1]:80 --public-url https://t.test'

    const { settings } = await load({ argv: [argv, more, rest].flatMap((line) => line.split(' ')) })

    expect(settings).toMatchObject({
      targets: { issuer: { url: 'https://i.test', timeout: 2.5 }, wallet: { url: 'http://w.test:1/x', timeout: 2.5 } },
      only: ['CRED-*', 'ATT-TYP'],
      skip: ['SD-*'],
      profile: 'document-rfc9901',
      decisions: { 'sd.order': 'salt-name-value' },
      seed: 's',
      now: 1795000000,
      out: 'o',
      gate: 'conformance',
      formats: ['tap', 'junit'],
      strict: true,
      keepPrivate: true,
      listen: { host: '::1', port: 80, publicUrl: 'https://t.test' },
    })
    expect(Object.keys(settings.targets)).toEqual(['issuer', 'wallet'])
  })

  it('can all be set with variables', async () => {
    const environment = {
      ASSAY_TARGET_STATUS_SERVICE: 'https://s.test/',
      ASSAY_ONLY: 'CRED-*, ATT-TYP',
      ASSAY_SKIP: 'SD-*',
      ASSAY_PROFILE: 'document-rfc9901',
      ASSAY_DECISIONS: 'endpoints.nonce.path=/a,b, sd.order=salt-name-value',
      ASSAY_SEED: 's',
      ASSAY_NOW: '1795000000',
      ASSAY_OUT: '',
      ASSAY_FORMATS: 'sarif, csv',
      ASSAY_STRICT: '1',
      ASSAY_KEEP_PRIVATE: 'false',
      ASSAY_TIMEOUT: '9',
      ASSAY_LISTEN: 'localhost:0',
    }

    const { settings, warnings } = await load({ environment })

    expect(warnings).toEqual([])
    expect(settings).toMatchObject({
      targets: { 'status-service': { url: 'https://s.test', timeout: 9 } },
      only: ['CRED-*', 'ATT-TYP'],
      skip: ['SD-*'],
      decisions: { 'endpoints.nonce.path': '/a,b', 'sd.order': 'salt-name-value' },
      profile: 'document-rfc9901',
      seed: 's',
      now: 1795000000,
      out: 'out',
      formats: ['sarif', 'csv'],
      strict: true,
      keepPrivate: false,
      listen: { host: 'localhost', port: 0 },
    })
  })
})

describe('of four that say something', () => {
  const flag = { argv: ['--seed', 'flag'] }
  const environment = { environment: { ASSAY_SEED: 'environment' } }
  const config = { config: { seed: 'file' } }

  it.each([
    ['flag', { ...flag, ...environment, ...config }],
    ['environment', { ...environment, ...config }],
    ['file', config],
    ['default', {}],
  ])('the %s wins over those below it', async (origin, what) => {
    const { settings, sources } = await load(what)

    expect(sources.find(({ key }) => key === 'seed')).toMatchObject({ origin, value: settings.seed })
    if (origin !== 'default') expect(settings.seed).toBe(origin)
  })

  it('each may say one part of an object', async () => {
    const { settings, sources } = await load({
      argv: ['--decision', 'sd.order=salt-name-value', '--target', 'issuer=https://flag.test'],
      environment: { ASSAY_DECISIONS: 'sd.order=name-value-salt,sd.digest=disclosure', ASSAY_TIMEOUT: '4' },
      config: { targets: { issuer: { url: 'https://file.test', rate: 2, timeout: 1 } }, accounts: [account] },
    })

    expect(settings.decisions).toEqual({ 'sd.order': 'salt-name-value', 'sd.digest': 'disclosure' })
    expect(settings.targets.issuer).toEqual({ url: 'https://flag.test', timeout: 4, rate: 2 })
    expect(settings.accounts).toEqual([account])
    expect(sources.filter(({ key }) => key.startsWith('targets.issuer.')).map(({ key, by }) => [key, by])).toEqual([
      ['targets.issuer.url', '--target'],
      ['targets.issuer.timeout', 'ASSAY_TIMEOUT'],
      ['targets.issuer.rate', 'harness.config.json'],
    ])
  })
})

describe('the sources', () => {
  it('name every setting, and hide what opens something or belongs to somebody', async () => {
    const headers = { authorization: `Bearer ${placeholder('ASSAY_TOKEN')}` }
    const issuer = { ...target, headers }
    const secret = placeholder('PRODUCT')
    const environment = { ASSAY_TOKEN: 'sesame', PRODUCT: 'hush' }

    const loaded = await load({ environment, config: { ...whole, targets: { issuer }, subject: { product: secret } } })

    const value = (wanted: string) => loaded.sources.find(({ key }) => key === wanted)?.value
    expect(loaded.settings.targets.issuer?.headers).toEqual({ authorization: 'Bearer sesame' })
    expect(loaded.warnings).toEqual([])
    for (const key of [
      'targets.issuer.headers.authorization',
      'targets.issuer.requests.nonce.query.t',
      'targets.issuer.requests.nonce.body.a',
      'targets.issuer.tls.passphrase',
      'targets.issuer.proxy',
      'accounts[0].sessionToken',
      'accounts[0].uid',
      'subject.product',
    ])
      expect([key, value(key)]).toEqual([key, '(hidden)'])
    expect(value('targets.issuer.url')).toBe('https://issuer.test/a')
    expect(value('addresses.verifier')).toBe('https://verifier.example')
    expect(value('only')).toBe('CRED-*')
    expect(JSON.stringify(loaded.sources)).not.toMatch(/sesame|hush|user:pass/)
  })
})

describe('a placeholder', () => {
  const config = { out: `${placeholder('WHERE')}/x` }

  it('is filled in from the environment', async () => {
    expect((await load({ config, environment: { WHERE: 'here' } })).settings.out).toBe('here/x')
  })

  it.each([{}, { WHERE: '' }])('is refused with the environment %j', async (environment) => {
    expect(await rejection({ config, environment })).toMatchObject({
      code: 'ERR_CONFIG',
      message: 'in harness.config.json, out: the environment variable WHERE is not set, or empty',
    })
  })

  it.each(['${', placeholder(''), placeholder('a-b')])('that is %s is refused', async (out) => {
    expect(await rejection({ config: { out } })).toMatchObject({ code: 'ERR_CONFIG' })
  })
})

describe('a variable', () => {
  it('that is unknown is reported, with the nearest one', async () => {
    const { warnings } = await load({ environment: { ASSAY_SED: '1', ASSAY_DEBUG: '1', OTHER: '1' } })

    expect(warnings).toEqual(['the environment variable ASSAY_SED has no meaning; did you mean `ASSAY_SEED`?'])
  })
})

describe('a file', () => {
  const module = 'export default { seed: "m", targets: { issuer: undefined } }'

  it.each([
    ['harness.config.ts', `const seed: string = 'm'\nexport default { seed }`],
    ['harness.config.mts', `const seed: string = 'm'\nexport default { seed }`],
    ['harness.config.js', module],
    ['harness.config.mjs', module],
    ['harness.config.json', '{ "seed": "m" }'],
  ])('named %s is found', async (name, text) => {
    const { settings, file } = await load({ files: { [name]: text } })

    expect(settings.seed).toBe('m')
    expect(file).toMatch(new RegExp(`${name}$`))
  })

  it('of another name is named with a flag or a variable', async () => {
    const files = { 'mine.json': '{ "seed": "mine" }', 'harness.config.json': '{ "seed": "found" }' }

    expect((await load({ files, argv: ['--config', 'mine.json'] })).settings.seed).toBe('mine')
    expect((await load({ files, environment: { ASSAY_CONFIG: 'mine.json' } })).settings.seed).toBe('mine')
    expect((await load({ files })).settings.seed).toBe('found')
  })

  it.each([
    ['a syntax error', { 'harness.config.mjs': 'export default {' }, 'harness.config.mjs cannot be loaded: '],
    ['a syntax error in JSON', { 'harness.config.json': '{' }, 'harness.config.json cannot be loaded: '],
    ['a key twice', { 'harness.config.json': '{"out":"a","out":"b"}' }, 'harness.config.json cannot be loaded: '],
    ['a throw', { 'harness.config.mjs': 'throw new Error("no luck")' }, 'cannot be loaded: no luck'],
    ['no export', { 'harness.config.mjs': 'export const a = 1' }, 'it has no default export'],
    ['an export of nothing', { 'harness.config.mjs': 'export default null' }, 'it must be an object, and is null'],
    [
      'an object without end',
      { 'harness.config.mjs': 'const a = {}; a.a = a; export default a' },
      'the object contains itself',
    ],
    ['a rival', { 'harness.config.mjs': module, 'harness.config.json': '{}' }, 'choose one with --config FILE'],
  ])('with %s is reported in one line', async (_, files, words) => {
    const { code, message } = await rejection({ files })

    expect(code).toBe('ERR_CONFIG')
    expect(message).toContain(words)
    expect(message).not.toContain('\n')
  })

  it('is what it is where it is defined', () => {
    const config = { seed: 1 }

    expect(defineHarness(config)).toBe(config)
  })
})
