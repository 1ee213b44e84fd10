import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

const moduleHint = 'hint: correct the path after `module:`, or the module'

describe('an error names its cause, and its hint is about that cause', () => {
  it.each(['test wallet --wallet', 'test holder --holder'])(
    'if the module of a target cannot be loaded: %s',
    async (line) => {
      const folder = folderWith({ 'broken.mjs': "import 'not-there'", 'value.mjs': 'export default 5' })
      const say = async (name: string) => assay([...line.split(' '), `module:${join(folder, name)}`])

      expect(await say('none.mjs')).toMatchObject({
        code: 2,
        err: expect.stringMatching(/there is no module .*none\.mjs/),
      })
      expect((await say('none.mjs')).err).toContain(moduleHint)
      expect((await say('broken.mjs')).err).toMatch(/cannot be loaded: Cannot find package 'not-there'/)
      expect((await say('broken.mjs')).err).toContain(moduleHint)
      expect((await say('value.mjs')).err).toContain('hint: export a function')
    },
  )

  it('if the function of a wallet throws', async () => {
    const folder = folderWith({ 'wallet.mjs': 'export default () => { throw new TypeError("no database") }' })
    const { code, err } = await assay(['test', 'wallet', '--wallet', `module:${join(folder, 'wallet.mjs')}`])

    expect({ code, err }).toEqual({
      code: 4,
      err: expect.stringMatching(/threw a TypeError at \S*wallet\.mjs:1; .*no database/),
    })
    expect(err).toContain('hint: nothing was judged; check the log of the target')
  })

  it.each([
    ['issuer --profile openid4vp-1.0', 'use `assay test verifier` or `assay test wallet --profile openid4vp-1.0`'],
    ['verifier --profile openid4vci-1.0', 'use `assay test issuer` or `assay test wallet`'],
    ['wallet --profile sd-jwt', 'use `assay test holder`'],
    ['issuer --profile sd-jwt-vc', 'use `assay verify --profile sd-jwt-vc`'],
    ['issuer --profile document-rfc9901', 'use `assay run --profile document-rfc9901`'],
    ['issuer --profile openid4vci', 'did you mean `openid4vci-1.0`?'],
  ])('if a profile does not test the role: %s', async (line, words) => {
    const { code, err } = await assay(['test', ...line.split(' ')])

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) })
  })

  it.each(['report', 'matrix', 'rejudge', 'decide', 'replay'])(
    'if a folder is not that of a run: assay %s',
    async (name) => {
      const folder = folderWith({ 'package.json': '{"name":"x"}' })
      const more = name === 'replay' ? ['SD-DIGEST'] : []

      for (const path of [folder, join(folder, 'package.json'), join(folder, 'none')]) {
        const { code, err } = await assay([name, path, ...more])
        expect([code, err]).toEqual([2, expect.stringContaining('hint: pass the folder of a run')])
      }
    },
  )

  it.each([
    ['deeplink', 'document'],
    ['vci-offer-link', 'openid4vci-1.0'],
    ['vp-request-link', 'openid4vp-1.0'],
  ])('if a file is not a %s', async (kind, profile) => {
    const path = join(folderWith({ 'package.json': '{"name":"x"}' }), 'package.json')
    const { code, err } = await assay(['verify', path, '--as', kind, '--profile', profile])

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`is not a ${kind}: it does not start`) })
    expect(err).toContain('hint: without `--as`')
  })

  it('if a file is not a configuration', async () => {
    const path = join(folderWith({ 'package.json': '{"name":"x"}' }), 'package.json')

    expect(await assay(['run', '--config', path])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not a configuration of Assay'),
    })
  })
})
