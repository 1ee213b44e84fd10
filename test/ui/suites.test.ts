import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { listRoles, playedStandards } from '../../src/config/tested-roles.ts'
import { findChoice, listPicked } from '../../src/ui/settings/choice.ts'
import { listFieldGroups, nameField } from '../../src/ui/settings/fields.ts'
import { serveActor, serveIssuer } from '../standards/served-issuer.ts'
import { folderWith } from '../temporary-folder.ts'
import { call, form, run } from './calls.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

const roles = playedStandards.flatMap((suite) => listRoles(suite).map((role) => ({ suite, role })))

const readReport = ({ folder }: OpenConsole): RunReport => {
  const runs = join(folder, 'runs')
  const [name = ''] = readdirSync(runs)
    .filter((each) => !each.startsWith('.'))
    .toReversed()
  return JSON.parse(readFileSync(join(runs, name, 'report.json'), 'utf8'))
}

const post = (url: string, place: string, fields: Record<string, string>) =>
  call(url + place, { ...form(url), body: String(new URLSearchParams(fields)) })

/** Waits for a change of the page that has some text. */
async function waitFor(url: string, words: string): Promise<string> {
  const response = await fetch(`${url}events`)
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes(words)) return text
  }
  throw new TypeError(`the console ended without ${words}`)
}

describe('the form of a suite', () => {
  it.each([...roles, { suite: 'document', role: 'issuer' }])(
    'has the settings of the $role by $suite, with what the schema says of them',
    async ({ suite, role }) => {
      const { url } = await openConsole()
      const choice = findChoice(listPicked([]), suite, role)
      const fields = choice ? listFieldGroups(choice).flatMap((group) => group.fields) : []

      const { body } = await call(`${url}?suite=${suite}&role=${role}`)

      const named = [...body.matchAll(/ name="([\w.-]+)" aria-describedby/g)].map(([, name]) => name)
      expect(named).toEqual(fields.map(nameField))
      expect(named).toContain('probes')
      expect(fields.filter(({ help }) => help === '')).toEqual([])
    },
  )

  it('has for each role what its command takes, and nothing else', () => {
    const list = (suite: string, role: string): readonly string[] => {
      const choice = findChoice(listPicked([]), suite, role)
      return (choice ? listFieldGroups(choice) : []).flatMap(({ fields }) => fields).map(nameField)
    }

    expect(list('openid4vci-1.0', 'issuer')).toEqual(
      expect.arrayContaining(['targets.issuer.offers', 'targets.issuer.txCode', 'targets.issuer.redirectUri', 'jwks']),
    )
    expect(list('openid4vci-1.0', 'wallet')).not.toContain('targets.wallet.query')
    expect(list('openid4vp-1.0', 'wallet')).toContain('targets.wallet.query')
    expect(list('openid4vp-1.0', 'wallet')).not.toContain('targets.wallet.x5c')
    expect(list('sd-jwt', 'holder').filter((name) => /^(?:listen|jwks)/.test(name))).toEqual([])
  })

  it('says at the setting what is wrong, and keeps what was written', async () => {
    const { url, folder } = await openConsole()

    const { status, body } = await post(url, 'run', {
      ...{ suite: 'openid4vci-1.0', role: 'issuer', patience: 'soon' },
      'targets.issuer.offers': 'https://issuer.example/<offer>',
    })

    expect(status).toBe(422)
    expect(body).toMatch(/It must be a whole number[^<]*<\/span>/)
    expect(body).toContain('https://issuer.example/&lt;offer&gt;')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is filled by a configuration for the suite', async () => {
    const folder = folderWith()
    const config = { suite: 'openid4vci-1.0', targets: { issuer: { offers: ['https://issuer.example/new'] } } }
    writeFileSync(join(folder, 'harness.config.json'), JSON.stringify(config))
    const { url } = await openConsole([], folder)

    const { body } = await call(url)

    expect(body).toContain('Ready to test the issuer by OpenID4VCI 1.0.')
    expect(body).toContain('>https://issuer.example/new</textarea>')
  })
})

describe('a run from the form', () => {
  it.each(roles)('tests the reference $role by $suite', async ({ suite, role }) => {
    const opened = await openConsole()

    await run(opened.url, { suite, role, probes: 'yes' })

    const report = readReport(opened)
    expect([report.profile, report.verdict.result]).toEqual([suite, 'conformant'])
    expect(report.probes.length).toBeGreaterThan(1)
    expect((await call(opened.url)).body).toMatch(/<h1 id="title">[^<]*passed/)
  })

  it('tests an issuer by its offers, and keeps the settings for this user alone', async () => {
    const opened = await openConsole()
    const offers = await serveIssuer()

    await run(opened.url, { suite: 'openid4vci-1.0', role: 'issuer', 'targets.issuer.offers': offers })

    const report = readReport(opened)
    expect(report.actors).toEqual([{ role: 'issuer', url: new URL(offers).origin }])
    expect(report.command?.join(' ')).toMatch(/^run --config .*\.settings\/.*\.json$/)
    const [file = ''] = readdirSync(join(opened.folder, 'runs/.settings'))
    expect(statSync(join(opened.folder, 'runs/.settings', file)).mode & 0o777).toBe(0o600)
    expect((await call(opened.url)).body).toContain(`>${offers}</textarea>`)
  })

  it('tests an issuer of the document by its address', async () => {
    const opened = await openConsole()
    const address = await serveActor('issuer')

    await run(opened.url, {
      ...{ suite: 'document', role: 'issuer', only: 'SD-DIGEST' },
      'targets.issuer.url': address,
    })

    expect(readReport(opened).actors).toContainEqual({ role: 'issuer', url: address })
  })

  it('tests by a suite of the user', async () => {
    const folder = folderWith()
    const text = readFileSync('examples/national-profile/suite.ts', 'utf8')
    writeFileSync(join(folder, 'suite.ts'), text.replace('assay/suite-kit', resolve('src/suite-kit.ts')))
    writeFileSync(
      join(folder, 'harness.config.json'),
      JSON.stringify({ suite: 'identity-card', suites: ['./suite.ts'] }),
    )
    const opened = await openConsole([], folder)

    await run(opened.url, { suite: 'identity-card', role: 'issuer' })

    const ids = readReport(opened).results.map(({ id }) => id)
    expect(ids).toContain('CARD-LEVEL')
  })

  it('runs one requirement again with the settings of the run', async () => {
    const opened = await openConsole()
    const offers = await serveIssuer('--fault', 'VCIUSE-REFUSES/takes-any-nonce')
    await run(opened.url, { suite: 'openid4vci-1.0', role: 'issuer', probes: 'yes', 'targets.issuer.offers': offers })
    expect((await call(opened.url)).body).toContain('aria-label="Run it again: VCIUSE-REFUSES"')

    await run(opened.url, { only: 'VCIUSE-REFUSES', probes: 'yes' })

    const report = readReport(opened)
    expect(report.actors).toEqual([{ role: 'issuer', url: new URL(offers).origin }])
    expect([report.selection.only, report.verdict.result]).toEqual([['VCIUSE-REFUSES'], 'nonconformant'])
  })

  it('has a plan, with the outcomes of the last run', async () => {
    const { url } = await openConsole()
    await run(url, { suite: 'openid4vp-1.0', role: 'verifier', probes: 'yes' })

    const { body } = await call(`${url}plan`)

    expect(body).toContain('Plan of the verifier')
    expect(body).toMatch(/profile openid4vp-1\.0.*>VPUSE-.*✓ passed/s)
  })

  it('is there after a restart, with its verdict and its settings', async () => {
    const first = await openConsole()
    await run(first.url, { suite: 'sd-jwt', role: 'holder', seed: '4711' })
    await first.close()

    const { body } = await call((await openConsole([], first.folder)).url)

    expect(body).toMatch(/<h1 id="title">[^<]*passed/)
    expect(body).toContain('What to do')
    expect(body).toContain('value="4711"')
    expect(body).toContain('class="message"')
  })
})

describe('a person in a test', () => {
  const wallet = { suite: 'openid4vci-1.0', role: 'wallet', 'targets.wallet.url': 'manual', patience: '60' }

  it('gets the offer as a link, a text and a QR code, and says how it ended', async () => {
    const { url } = await openConsole()
    await post(url, 'run', wallet)
    await waitFor(url, 'Let the wallet accept the offer')

    const { body } = await call(url)
    const [, number = ''] = /name="number" value="(\d+)"/.exec(body) ?? []
    expect(body).toMatch(/href="openid-credential-offer:[^"]+"/)
    expect(body).toMatch(/<svg class="code"/)
    await post(url, 'answer', { number, answer: 'n' })

    expect(await waitFor(url, `name=\\"number\\" value=\\"${Number(number) + 1}\\"`)).toContain(
      'openid-credential-offer',
    )
  })

  it('brings the address of the browser back from another device', async () => {
    const opened = await openConsole()
    const offers = await serveIssuer('--variant', 'VCI/offers-the-authorization-code-grant-alone')
    await post(opened.url, 'run', {
      ...{ suite: 'openid4vci-1.0', role: 'issuer', 'targets.issuer.offers': offers },
      ...{ 'targets.issuer.grant': 'authorization-code', 'targets.issuer.authorize': 'browser' },
      'targets.issuer.redirectUri': 'http://127.0.0.1:0/callback',
    })
    await waitFor(opened.url, 'Log in at the authorization server')
    const { body } = await call(opened.url)
    const [, link = ''] = /<a[^>]+href="(http[^"]+)"[^>]*>http/.exec(body.slice(body.indexOf('id="task"'))) ?? []
    const { headers } = await call(link.replaceAll('&amp;', '&'))

    await post(opened.url, 'answer', { number: '1', answer: 'https://other.example/' })
    await waitFor(opened.url, 'does not begin with the redirect URI')
    await post(opened.url, 'answer', { number: '2', answer: String(headers.location) })
    await waitFor(opened.url, 'What to do')

    expect(readReport(opened).verdict.result).toBe('conformant')
  })
})

it('stops a test, whose report covers what was received until then', async () => {
  const opened = await openConsole()
  const { url } = opened
  await post(url, 'run', { suite: 'openid4vci-1.0', role: 'wallet', 'targets.wallet.url': 'manual', patience: '60' })
  await waitFor(url, 'Let the wallet accept the offer')

  await post(url, 'stop', {})

  expect(await waitFor(url, 'was interrupted')).toContain('The report covers what was received until the interruption.')
  expect(readReport(opened).verdict).toMatchObject({ result: 'interrupted', exitCode: 130, claimable: false })
})
