import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profiles } from '../../model/decision.ts'
import { targetRoles } from '../../model/role.ts'
import schema from '../../schemas/config.schema.json' with { type: 'json' }
import { findMistakes } from '../../src/config/check-schema.ts'
import { endpoints } from '../../suites/document/model/endpoints.ts'
import { compiler } from '../../tools/generate-validators.ts'
import { changed, pointersIn } from '../protocol/shape-examples.ts'
import { account, whole } from './config-example.ts'
import { rejection } from './load-settings.ts'

describe('a mistake in a file', () => {
  it.each([
    ['isuer', { targets: { isuer: 'https://x.test' } }, 'targets.isuer: there is no such key; did you mean `issuer`?'],
    ['targts', { targts: {} }, 'targts: there is no such key; did you mean `targets`?'],
    ['nonse', { targets: { issuer: { url: 'https://x.test', requests: { nonse: {} } } } }, 'did you mean `nonce`?'],
    ['query', { targets: { issuer: { url: 'https://x.test', requests: { nonce: { querry: {} } } } } }, '`query`?'],
    ['profile', { profile: 'rfc9902' }, 'profile: it must be one of document, document-rfc9901'],
    ['an old profile', { profile: 'rfc9901' }, 'profile: `rfc9901` is now called `document-rfc9901`'],
    ['a profile of artefacts', { profile: 'sd-jwt' }, '`assay verify --profile sd-jwt` for artefacts'],
    [
      'a standard, and a target that is tested by it',
      { profile: 'openid4vci-1.0', targets: { issuer: 'https://x.test' } },
      'use `assay test issuer` for an implementation, `assay verify',
    ],
    ['a target without address', { targets: { issuer: { rate: 1 } } }, 'targets.issuer: `url` is missing'],
    ['a target that is a number', { targets: { issuer: 1 } }, 'targets.issuer: it must be a string or an object'],
    ['an address of another kind', { targets: { issuer: 'ftp://x.test' } }, 'begins with http:// or https://'],
    ['an address that is none', { targets: { issuer: 'https://' } }, 'not a valid URL'],
    ['an address with a user', { targets: { issuer: 'https://u:sesame@x.test' } }, 'must not contain a user name'],
    ['an address with a query', { targets: { issuer: 'https://x.test/?a=1' } }, 'neither a query nor a fragment'],
    ['an address with a fragment', { targets: { issuer: 'https://x.test/#' } }, 'neither a query nor a fragment'],
    ['a header of two lines', { targets: { issuer: { url: 'https://x.test', headers: { a: 'b\n' } } } }, 'one line'],
    [
      'a pointer',
      { targets: { issuer: { url: 'https://x', requests: { nonce: { answer: { a: 'b' } } } } } },
      'pointer',
    ],
    ['a certificate', { targets: { issuer: { url: 'https://x', tls: { cert: 'c' } } } }, 'tls: `key` is missing'],
    ['a file', { targets: { issuer: { url: 'https://x', tls: { ca: 'ca.pem' } } } }, 'tls.ca: there is no file ca.pem'],
    ['a proxy', { targets: { issuer: { url: 'https://x', proxy: 'socks://p' } } }, 'issuer.proxy: the URL of a'],
    ['no waiting', { targets: { issuer: { url: 'https://x', timeout: 0 } } }, 'timeout: it must be more than 0'],
    ['a port', { listen: { port: 70000 } }, 'listen.port: it is more than 65535'],
    ['no port', { listen: {} }, 'listen: `port` is missing'],
    ['a public address', { listen: { port: 1, publicUrl: 'x' } }, 'listen.publicUrl: a URL begins with'],
    ['nobody', { accounts: [] }, 'accounts: it is empty'],
    ['a number', { accounts: [account, { ...account, uid: '19' }] }, 'accounts[1].uid: it must be twelve digits'],
    ['no token', { accounts: [{ deviceId: 'd', uid: account.uid }] }, 'accounts[0]: `sessionToken` is missing'],
    ['a pattern', { only: ['ATTT-*'] }, 'only: no requirement matches `ATTT-*`; did you mean `ATT-*`?'],
    ['an id', { skip: ['SD-DIGST'] }, 'skip: no requirement matches `SD-DIGST`; did you mean `SD-DIGEST`?'],
    ['a probe', { skip: ['SD-DIGST/x'] }, 'skip: no requirement matches `SD-DIGST`; did you mean `SD-DIGEST`?'],
    ['half a seed', { seed: 0.5 }, 'seed: it must be a string or a whole number'],
    ['a time', { now: 'noon' }, 'now: `noon` is not a time'],
    ['milliseconds', { now: 1795000000000 }, 'is in milliseconds'],
    ['a folder', { out: '' }, 'out: it is empty'],
    ['a switch', { strict: 'yes' }, 'strict: it must be true or false'],
    ['another switch', { keepPrivate: 1 }, 'keepPrivate: it must be true or false'],
    ['a subject', { subject: { vender: 'x' } }, 'subject.vender: there is no such key; did you mean `vendor`?'],
    ['no time', { deadline: 0 }, 'deadline: it must be more than 0'],
    ['a decision', { decisions: { 'sd.digst': 'parts' } }, 'did you mean `sd.digest`?'],
    ['an answer', { decisions: { 'sd.digest': 'disclosur' } }, 'did you mean `disclosure`?'],
    ['no text', { decisions: { 'sd.digest': 1 } }, 'decisions.sd.digest: it must be a string'],
    ['a list', [], 'it must be an object, and is an array'],
    ['several', { a: 1, b: 2, c: 3 }, '3 mistakes in harness.config.json; the first, a: there is no such key'],
  ])('such as %s is reported by its key', async (_, config, words) => {
    const { message } = await rejection(
      Array.isArray(config) ? { files: { 'harness.config.mjs': 'export default []' } } : { config },
    )

    expect(message).toContain(words)
    expect(message).toContain('harness.config.')
    expect(message).not.toContain('sesame')
  })

  it('is none with the correct form of each', async () => {
    expect(findMistakes(whole)).toEqual([])
  })
})

describe('a mistake on the command line', () => {
  it.each([
    [['--target', 'https://x.test'], '--target: pass ROLE=URL'],
    [['--target', 'issuer'], '--target: pass ROLE=URL'],
    [['--target', 'isuer=https://x.test'], '--target: unknown value `isuer`; did you mean `issuer`?'],
    [['--target', 'issuer=x.test'], '--target issuer: a URL begins with http:// or https://'],
    [['--target', 'issuer=https://a.test', '--target', 'issuer=https://b.test'], 'this role is given twice'],
    [['--only', 'ATT-TIP'], '--only: no requirement matches `ATT-TIP`; did you mean `ATT-TYP`?'],
    [
      ['--only', 'ATT-TYP,ATT-ALG'],
      '--only: no requirement matches `ATT-TYP,ATT-ALG`; repeat the flag for several patterns: `--only ATT-TYP --only ATT-ALG`',
    ],
    [['--skip', 'zzz*'], '--skip: no requirement matches `zzz*`'],
    [['--profile', 'document-rfc9902'], 'did you mean `document-rfc9901`?'],
    [
      ['--profile', 'openid4vci-1.0'],
      '--profile: `openid4vci-1.0` is a standard by itself: use `assay test issuer` or `assay test wallet` for an implementation',
    ],
    [
      ['--profile', 'sd-jwt'],
      '--profile: `sd-jwt` is a standard by itself: use `assay test holder` for an implementation, `assay verify --profile sd-jwt`',
    ],
    [['--decision', 'sd.digest'], 'is not of the form key=answer'],
    [['--decision', 'sd.digst=parts'], '--decision: there is no decision `sd.digst`; did you mean `sd.digest`?'],
    [['--now', 'noon'], '--now: `noon` is not a time'],
    [['--timeout', '0'], '--timeout: enter a number of seconds'],
    [['--timeout', 'soon'], '--timeout: enter a number of seconds'],
    [['--listen', '8080'], '--listen: enter HOST:PORT'],
    [['--listen', 'localhost:99999'], '--listen: enter HOST:PORT'],
    [['--public-url', 'https://t.test'], 'pass --listen HOST:PORT'],
    [['--config', 'missing.ts'], 'there is no configuration missing.ts'],
  ])('such as %j is reported', async (argv, words) => {
    expect((await rejection({ argv })).message).toContain(words)
  })

  it('or in the environment is reported by the variable', async () => {
    expect(await rejection({ environment: { ASSAY_TARGET_ISSUER: 'x' } })).toMatchObject({
      message: 'ASSAY_TARGET_ISSUER: a URL begins with http:// or https://',
    })
    expect(await rejection({ environment: { ASSAY_STRICT: 'maybe' } })).toMatchObject({
      message: 'ASSAY_STRICT: give 1 or 0',
    })
  })
})

describe('the schema of a configuration', () => {
  const validate = compiler().compile(schema)

  it('has the words of the model', () => {
    expect(schema.properties.profile.enum).toEqual(profiles)
    expect(Object.keys(schema.properties.targets.properties)).toEqual(targetRoles)
    expect(Object.keys(schema.$defs.target.properties.requests.properties)).toEqual(endpoints)
  })

  it('is read by us as by the library', () => {
    const pointers = pointersIn(whole)
    const strange = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(undefined, '', 0, -1, 'x\ny', [], {}, 70000, 1.5),
    )
    const changes = fc.array(fc.tuple(fc.constantFrom(...pointers, '/more', '/targets/issuer/more'), strange), {
      maxLength: 3,
    })

    fc.assert(
      fc.property(changes, (some) => {
        const config = changed(whole, some) ?? null
        expect(findMistakes(config).length > 0).toBe(!validate(config))
      }),
      { numRuns: 2000 },
    )
  })
})
