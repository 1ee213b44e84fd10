import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serveIssuer } from '../standards/served-issuer.ts'
import { folderWith } from '../temporary-folder.ts'
import { call, form, run } from './calls.ts'
import { openConsole } from './open-console.ts'

const post = (url: string, place: string, fields: Record<string, string>) =>
  call(url + place, { ...form(url), body: String(new URLSearchParams(fields)) })

const nameRun = (folder: string): string =>
  readdirSync(join(folder, 'runs')).findLast((name) => !name.startsWith('.')) ?? ''

describe('the page of an explanation', () => {
  it.each(['SD-DIGEST', 'VCIUSE-REFUSES', 'SDJWT-FORM'])(
    'has the sentence of %s, its source, its consequence, its mistakes and how to fix it',
    async (id) => {
      const { url } = await openConsole()

      const { body } = await call(`${url}explain/${id}`)

      expect(body).toMatch(/<h1 class="page-title sentence">[A-Z`][^<]{20}/)
      for (const label of ['Source', 'Force', 'Binds', 'Consequence']) expect(body).toContain(`<dt>${label}</dt>`)
      expect(body).toContain('Mistakes that it finds')
      expect(body).toContain('How to fix it')
      expect(body).not.toContain('<pre')
    },
  )

  it('shows a passing example, and what is found in a failing one', async () => {
    const { url } = await openConsole()

    const { body } = await call(`${url}explain/SD-DIGEST`)

    expect(body).toContain('A passing example')
    expect(body).toContain('<dt>Expected</dt><dd><p>a digest computed as under <code>parts</code></p></dd>')
  })
})

describe('the page of decisions', () => {
  it('writes what is answered to the configuration, and leaves the rest open', async () => {
    const folder = folderWith()
    const file = join(folder, 'harness.config.json')
    writeFileSync(file, '{}')
    const { url } = await openConsole([], folder)
    await run(url, { only: 'SD-*' })
    const { body } = await call(`${url}decisions`)

    const written = await post(url, 'decisions', { run: nameRun(folder), profile: 'document', 'sd.digest': 'parts' })

    expect(body).toContain('name="sd.digest"')
    expect(body).toContain('What is hashed for the digest of a claim?')
    expect(written.body).toContain('1 answer written to <code>harness.config.json</code>')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ profile: 'document', decisions: { 'sd.digest': 'parts' } })
  })

  it('writes no answer that a decision does not have', async () => {
    const folder = folderWith()
    writeFileSync(join(folder, 'harness.config.json'), '{}')
    const { url } = await openConsole([], folder)
    await run(url, { only: 'SD-*' })

    await post(url, 'decisions', { run: nameRun(folder), profile: 'document', 'sd.digest': '<b>' })

    expect(readFileSync(join(folder, 'harness.config.json'), 'utf8')).toBe('{}')
  })

  it('says what is missing without a run, and without a configuration', async () => {
    const { url } = await openConsole()
    const before = await call(`${url}decisions`)
    await run(url, { only: 'SD-*' })

    expect(before.body).toContain('Run the document first')
    expect((await call(`${url}decisions`)).body).toContain('There is no configuration to write to')
  })
})

describe('the page of a claim', () => {
  it('signs a statement of a run that can be claimed', async () => {
    const { url, folder } = await openConsole()
    const offers = await serveIssuer()
    await run(url, { suite: 'openid4vci-1.0', role: 'issuer', probes: 'yes', 'targets.issuer.offers': offers })
    const name = nameRun(folder)
    const before = await call(`${url}claim/${name}`)

    const { status } = await post(url, 'claim', { run: name })

    expect((await call(`${url}history`)).body).toContain(`claim/${name}`)
    expect(before.body).toContain('Nothing keeps this run from being claimed.')
    expect(status).toBe(303)
    expect(existsSync(join(folder, 'assay-key.pem'))).toBe(true)
    const { body, headers } = await call(`${url}runs/${name}/statement`)
    expect(body).toContain('under the profile openid4vci-1.0')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('says what keeps a run from it, and signs nothing', async () => {
    const { url, folder } = await openConsole()
    await run(url, { suite: 'sd-jwt', role: 'holder' })
    const name = nameRun(folder)

    await post(url, 'claim', { run: name })

    expect((await call(`${url}claim/${name}`)).body).toContain('cannot be claimed yet')
    expect(existsSync(join(folder, 'assay-key.pem'))).toBe(false)
    expect((await call(`${url}runs/${name}/statement`)).status).toBe(404)
  })
})
