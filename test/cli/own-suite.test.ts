import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { ended } from '../running-vitest.ts'
import { folderWith } from '../temporary-folder.ts'

const time = '1795000000'

/** A folder outside of the checkout with the example, in which this checkout is installed as the package. */
function install(change: (text: string) => string = (text) => text): string {
  const folder = folderWith()
  const module = join(folder, 'node_modules/assay')
  mkdirSync(module, { recursive: true })
  for (const name of ['index.ts', 'suite-kit.ts']) symlinkSync(resolve('src', name), join(module, name))
  const exported = { '.': './index.ts', './suite-kit': './suite-kit.ts' }
  writeFileSync(join(module, 'package.json'), JSON.stringify({ name: 'assay', type: 'module', exports: exported }))
  cpSync('examples/national-profile', folder, { recursive: true })
  const suite = readFileSync('examples/national-profile/suite.ts', 'utf8')
  writeFileSync(join(folder, 'suite.ts'), change(suite))
  return folder
}

const run = (folder: string, ...argv: readonly string[]) => ended([resolve('bin/assay.js'), ...argv], { cwd: folder })

const readReport = (folder: string): RunReport => JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))

describe('a third-party suite', () => {
  it('is played by its configuration: with its requirements, and with all of the standard', async () => {
    const folder = install()
    const { code, out } = await run(folder, 'run', '--now', time)
    const { results, profile, notes, tool } = readReport(folder)
    const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]))

    expect([code, profile]).toEqual([0, 'haip-1.0'])
    expect(outcomes).toMatchObject({ 'CARD-TYPE': 'passed', 'CARD-ALGS': 'passed', 'HAIPVC-X5C': 'passed' })
    expect(notes).toContain('identity-card (Identity card 1.0) adds 5 requirements on the issuer')
    expect(out).toContain('identity-card')
    expect(tool.requirements).toBeGreaterThan(results.length)
  })

  it('is proven: each fault fails its requirement and no other, and each variant none', async () => {
    const { code, out } = await run(install(), 'prove', '--suite', './suite.ts')

    expect([code, out]).toEqual([0, expect.stringContaining('10 of 10 faults detected')])
  })

  it('is explained: a requirement with its source, its consequence and its faults', async () => {
    const folder = install()
    const { code, out } = await run(folder, 'explain', 'card-country', '--suite', './suite.ts')

    expect([code, out]).toEqual([0, expect.stringContaining('CARD-COUNTRY  `issuing_country` is two capital letters.')])
    expect(out).toMatch(/consequence interoperability: .*\n✖ /)
    expect(await run(folder, 'explain', 'CARD-COUNTRY', '--suite', 'identity-card')).toMatchObject({ code, out })
    expect(await run(folderWith(), 'explain', 'CARD-COUNTRY', '--suite', 'identity-card')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no configuration names a suite identity-card'),
    })
    expect(await run(folder, 'explain', 'CARD-COUNTRI', '--suite', './suite.ts')).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean `CARD-COUNTRY`'),
    })
  })

  it('is not proven with a check that finds nothing, or one without a fault', async () => {
    const blind = install((text) => text.replace('if (exp - iat > tenYears)', 'if (exp - iat > tenYears * 100)'))
    const faultless = install((text) => text.replace('makeFault(CARD.LEVEL', 'makeFault(CARD.COUNTRY'))

    expect(await run(blind, 'prove', '--suite', './suite.ts')).toMatchObject({
      code: 5,
      out: expect.stringContaining('CARD-VALIDITY/issues-for-a-century'),
    })
    expect(await run(faultless, 'prove', '--suite', './suite.ts')).toMatchObject({
      code: 5,
      out: expect.stringContaining('CARD-LEVEL  no fault breaks it'),
    })
  })

  it('fails an issuer that does not meet its requirements, and finds nothing else', async () => {
    const folder = install((text) => text.replace("issuing_country: 'XA'", "issuing_country: 'xa'"))
    const { code } = await run(folder, 'run', '--now', time)
    const { results } = readReport(folder)

    expect(code).toBe(1)
    expect(results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual(['CARD-COUNTRY'])
  })

  const roles = [
    ['an issuer', "role: 'issuer'"],
    ['a wallet that obtains', "role: 'wallet'"],
    ['a wallet that presents', "targets: { wallet: { presents: true } }, role: 'wallet'"],
    ['a verifier', "role: 'verifier'"],
  ] as const

  /** Tests a role, and returns its own requirements with their outcomes. */
  const test = async (settings: string, change?: (text: string) => string) => {
    const folder = install(change)
    const config = readFileSync(join(folder, 'harness.config.ts'), 'utf8')
    writeFileSync(join(folder, 'harness.config.ts'), config.replace('  probes: true,', `  probes: true, ${settings},`))
    const { code } = await run(folder, 'run', '--now', time)
    const failed = readReport(folder).results.filter(({ outcome }) => outcome === 'failed')
    return { code, failed: failed.map(({ id }) => id) }
  }

  it.each(roles)('has %s tested with all probes, by parties that meet its requirements', async (_, settings) => {
    expect(await test(settings)).toEqual({ code: 0, failed: [] })
  })

  it.each([
    [
      roles[1],
      'CARD-STORAGE',
      'reference: { binding:',
      "reference: { attestation: (claims) => ({ ...claims, key_storage: ['a'] }), binding:",
    ],
    [roles[2], 'CARD-PROMPT', 'exp: Number(claims.iat) + fiveMinutes', 'exp: Number(claims.iat) + 2 * fiveMinutes'],
    [roles[3], 'CARD-QUERY', 'meta: { vct_values: [vct] }', "meta: { vct_values: [vct, 'urn:example:another'] }"],
  ])('fails %s that does not meet a requirement of it', async ([, settings], row, before, after) => {
    const { code, failed } = await test(settings, (suite) => suite.replace(before, after))

    expect([code, failed]).toEqual([1, [row]])
  })

  it('has no actor of a role that its standard does not test', async () => {
    const folder = install((text) => text.replace("on: 'haip-1.0'", "on: 'openid4vci-1.0'"))
    const { code, err } = await run(folder, 'prove', '--suite', './suite.ts')

    expect([code, err]).toEqual([2, expect.stringContaining('has a verifier, and openid4vci-1.0 has none')])
  })

  it('builds on OpenID4VP as well: for wallets that present, and for verifiers', async () => {
    const folder = install((text) =>
      text
        .replace("on: 'haip-1.0'", "on: 'openid4vp-1.0'")
        .replace(/^ {2}(faults|variants): \[$.*?^ {2}\],$/gms, '  $1: [],'),
    )
    const { out } = await run(folder, 'prove', '--suite', './suite.ts', 'CARD-PROMPT', 'CARD-QUERY')

    expect(out).toContain('3 of 3 faults detected')
  })

  /** A suite over RFC 9901: of what is issued, and of how a holder proves that it has the key. */
  const badge = `
import { checkArtefact, defineSuite, finding, makeFault, makeVariant, notApplicable, section, security, stated } from 'assay/suite-kit'

const BADGE = section('BADGE', '1', {
  ISSUER: stated('issuer', '\`iss\` is an HTTPS URL below \`badges.example\`.', 'sd-jwt', {
    standard: 'Badge, section 1',
    consequence: security('Anybody can issue badges.'),
  }),
  LIMIT: stated('wallet', 'A Key Binding JWT has an \`exp\`.', 'sd-jwt', {
    standard: 'Badge, section 2',
    consequence: security('Who intercepts a presentation can use it later.'),
  }),
})
const at = (iss) => ({ claims: (claims) => ({ ...claims, iss }) })
const lasting = (seconds) => ({ binding: (claims) => ({ ...claims, exp: claims.iat + seconds }) })

export default defineSuite({
  name: 'badge',
  title: 'Badge 1.0',
  on: 'sd-jwt',
  requirements: Object.values(BADGE),
  checks: [
    checkArtefact(BADGE.ISSUER, 'sd-jwt', function* ({ payload }) {
      if (!String(payload.iss).startsWith('https://badges.example/')) yield finding('/iss', 'an issuer of badges', 'another')
    }),
    checkArtefact(BADGE.LIMIT, 'sd-jwt', function* ({ keyBinding }) {
      if (!keyBinding) return notApplicable('it has no Key Binding JWT')
      if (typeof keyBinding.jws.payload.exp !== 'number') yield finding('/exp', 'a time', 'none')
    }),
  ],
  reference: at('https://badges.example/1'),
  faults: [makeFault(BADGE.ISSUER, 'issues for another', at('https://issuer.example'))],
  variants: [makeVariant('issues by its second address', at('https://badges.example/2'))],
  wallet: {
    reference: lasting(60),
    faults: [makeFault(BADGE.LIMIT, 'presents without an end', { binding: ({ exp, ...claims }) => claims })],
    variants: [makeVariant('presents for an hour', lasting(3600))],
  },
})
`

  it('builds on RFC 9901 as well: for what is issued, and for holders', async () => {
    const folder = install(() => badge)
    writeFileSync(
      join(folder, 'harness.config.ts'),
      "export default { suites: ['./suite.ts'], suite: 'badge', probes: true }",
    )

    expect(await run(folder, 'prove', '--suite', './suite.ts')).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 of 2 faults detected'),
    })
    expect(await run(folder, 'run', '--now', time)).toMatchObject({ code: 0 })
    const { results, notes } = readReport(folder)
    const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]))

    expect(notes).toContain('badge (Badge 1.0) adds 1 requirement on the wallet')
    expect(outcomes).toMatchObject({ 'BADGE-LIMIT': 'passed', 'KBJWT-HASH': 'passed', 'SDHOLD-REJECTS': 'passed' })
  })

  it('judges a credential in a file', async () => {
    const folder = install()
    cpSync('fixtures/artefacts/vc.sd-jwt', join(folder, 'card.txt'))
    const judge = async (...flags: readonly string[]) => {
      const argv = ['verify', 'card.txt', '--profile', 'haip-1.0', '--json', '--now', time, ...flags]
      const { artefacts } = JSON.parse((await run(folder, ...argv)).out)
      const results: readonly { readonly requirement: string; readonly outcome: string }[] = artefacts[0].results
      return results.flatMap(({ requirement, outcome }) => (outcome === 'failed' ? [requirement] : []))
    }
    const [own, standard] = [await judge('--suite', './suite.ts'), await judge()]

    expect(own.toSorted()).toEqual([...standard, 'CARD-COUNTRY', 'CARD-LEVEL', 'CARD-TYPE', 'CARD-VALIDITY'].toSorted())
  })

  it('is chosen by its file, and its requirements by --only', async () => {
    const folder = install()
    const { code, err } = await run(folder, 'run', '--suite', './suite.ts', '--only', 'CARD-*', '--now', time)

    expect([code, err]).toEqual([0, ''])
    expect(readReport(folder).results.map(({ id }) => id)).toEqual([
      'CARD-ALGS',
      'CARD-TYPE',
      'CARD-COUNTRY',
      'CARD-LEVEL',
      'CARD-VALIDITY',
    ])
  })

  it.each([
    ['export default {}', '`name` is missing'],
    ['export const suite = 1', 'no default export'],
    ["export default { name: 'A B' }", 'is not a suite'],
    [
      readFileSync('examples/national-profile/suite.ts', 'utf8')
        .replace("section('CARD'", "section('SDVC'")
        .replace('TYPE:', 'VCT:')
        .replaceAll('CARD.TYPE', 'CARD.VCT'),
      'SDVC-VCT, and so has a standard',
    ],
  ])('is refused where its file has %s', async (text, words) => {
    const folder = install(() => text)
    const { code, err } = await run(folder, 'run')

    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })

  it('is described in fewer than 300 lines', () => {
    expect(readFileSync('examples/national-profile/suite.ts', 'utf8').split('\n').length).toBeLessThan(300)
  })
})
