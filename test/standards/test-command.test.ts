import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { providerPublicKey } from '../../suites/openid4vci/harness/reference-issuer.ts'
import { assay } from '../cli/console.ts'

describe('assay test', () => {
  it.each([
    ['verifier', '--offer', 'openid-credential-offer://?credential_offer=%7B%7D', 'issuer'],
    ['wallet', '--request', 'openid4vp://?client_id=a', 'verifier'],
    ['issuer', '--wallet', 'module:wallet.ts', 'wallet'],
  ])('refuses %s with %s, which would leave the reference actor to be tested', async (role, flag, value, other) => {
    const { code, err } = await assay(['test', role, flag, value])

    expect(code).toBe(2)
    expect(err).toContain(`${flag} is for \`assay test ${other}\`, and does nothing for \`${role}\``)
  })

  it.each([
    ['haip-1.0', ['--transaction-data', 'payment.json']],
    ['openid4vci-1.0', ['--presents']],
  ])('says how a wallet is tested that presents, where one of %s is not: %s', async (profile, flags) => {
    const { code, err } = await assay(['test', 'wallet', '--profile', profile, ...flags])

    expect(code).toBe(2)
    expect(err).toContain(`${flags[0]} is for wallets that present`)
    expect(err).toContain('--profile haip-1.0 --presents')
  })

  it('takes the keys of the attester of a wallet that is issued credentials', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'attester-')), 'jwks.json')
    writeFileSync(file, JSON.stringify({ keys: [providerPublicKey] }))
    const { code, err } = await assay(['test', 'wallet', '--jwks', file])

    expect([code, err]).toEqual([0, ''])
  })

  it('says how a wallet is tested that is issued credentials', async () => {
    const { code, err } = await assay(['test', 'wallet', '--profile', 'openid4vp-1.0', '--x5c'])

    expect(code).toBe(2)
    expect(err).toContain('--x5c is for wallets that are issued credentials')
  })

  it.each([
    ['wallet', '--wallet', 'neither the URL of a control endpoint nor a driver'],
    ['verifier', '--request', 'neither a request nor the address of one'],
    ['issuer', '--offer', 'neither an offer nor the address of one'],
  ])('refuses what is no way to a %s', async (role, flag, words) => {
    const { code, out, err } = await assay(['test', role, flag, '127.0.0.1:4801'])

    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`${flag}: this is ${words}`)
  })

  it.each([
    ['assay', []],
    ['shop', ['--client-id', 'shop']],
  ])('refuses the first client as the second one: %s', async (second, flags) => {
    const { code, out, err } = await assay(['test', 'issuer', '--second-client-id', second, ...flags])

    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`--second-client-id: \`${second}\` is the first client`)
  })

  it('says first what is tested', async () => {
    const { code, out } = await assay(['test', 'wallet', '--now', '1795000000'])

    expect(code).toBe(0)
    expect(out.split('\n').slice(0, 2)).toEqual([
      expect.stringContaining('profile openid4vci-1.0'),
      'target     the reference wallet',
    ])
  })

  it('says before the test begins that its report cannot be written', async () => {
    const { code, out, err } = await assay(['test', 'issuer', '--out', '/proc/reports'])

    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('cannot make the folder /proc/reports')
  })

  it('names a URL once where nothing listens', async () => {
    const { code, err } = await assay(['test', 'issuer', '--allow-private', '--offer', offerFrom('http://127.0.0.1:1')])

    expect(code).toBe(4)
    expect(err).toContain('nothing listens there')
    expect(err.match(/http:\/\/127\.0\.0\.1:1\//g)).toHaveLength(1)
  })
})

const offerFrom = (issuer: string): string =>
  `openid-credential-offer://?credential_offer=${encodeURIComponent(
    JSON.stringify({
      credential_issuer: issuer,
      credential_configuration_ids: ['identity'],
      grants: { 'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': 'a' } },
    }),
  )}`
