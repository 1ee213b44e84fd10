import { describe, expect, it } from 'vitest'
import type { Role } from '../../model/role.ts'
import type { Settings } from '../../model/settings.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { createProbing } from '../../suites/document/run/probes/catalogue.ts'
import type { CompletedRun } from '../../suites/document/run/run.ts'
import type { RunOptions } from '../../suites/document/run/run-options.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import { type Serving, serving } from '../cli/serving.ts'
import { addressesOf, door, listFound, outcomesOf, playing, withOutcome } from './playing.ts'

/** Plays the same cast in this process, at the same addresses, with the same actors under test. */
const twin = (
  addresses: Settings['addresses'],
  tested: readonly Role[],
  {
    settings,
    ...rest
  }: { readonly settings?: Partial<Settings> } & Pick<RunOptions, 'mutation' | 'asks' | 'sendProbes'> = {},
): Promise<CompletedRun> => playing({}, { settings: { ...settings, addresses }, tested: new Set(tested), ...rest })

/** Whom an issuer and its status service are to a run. */
const issuing = ({ facts: { url } }: Serving) => ({ issuer: { url }, 'status-service': { url } })

/** A target that finds the issuer and the status service where a run listens. */
async function callingBack(served: 'wallet-backend' | 'verifier') {
  const { url, port, listen } = await door()
  const { facts, lines } = await serving(served, '--issuer', url, '--status-base', url)
  const targets = { [served]: { url: facts.url } }
  const addresses = { ...addressesOf(targets), issuer: url, 'status-service': url }
  return { lines, targets, addresses, how: { settings: { listen: { host: '127.0.0.1', port } }, listen } }
}

describe('the reference actors', () => {
  it.each([[], ['--tls']])(
    'is judged behind an address as it is in this process, whoever issues: %s',
    async (...tls) => {
      const home = await serving(...tls)
      const targets = issuing(home)
      const { authority } = home.facts

      const away = await playing(targets, { ...(authority !== undefined && { reached: { pem: { ca: authority } } }) })
      const near = await twin(addressesOf(targets), ['issuer', 'status service'])

      expect(withOutcome(away.report, 'passed').length).toBeGreaterThan(50)
      expect(away.report.verdict.result).toBe(near.report.verdict.result)
      expect(outcomesOf(away.report)).toEqual(outcomesOf(near.report))
    },
  )

  it.each([
    ['wallet-backend', 'wallet backend'],
    ['verifier', 'verifier'],
  ] as const)('is judged as it is in this process where a %s calls back', async (served, role) => {
    const { lines, targets, addresses, how } = await callingBack(served)

    const away = await playing(targets, how)
    const near = await twin(addresses, [role])

    expect(lines.filter((line) => line.startsWith(' ->') && !line.endsWith('  200'))).toEqual([])
    expect(lines.some((line) => line.startsWith(' ->') && line.includes('jwks.json'))).toBe(true)
    expect(away.report.sessions.map(({ ended }) => ended)).toEqual(['completed', 'completed', 'completed'])
    expect(outcomesOf(away.report)).toEqual(outcomesOf(near.report))
  })

  it('is judged as it is in this process where it is lied to', async () => {
    const { targets, addresses, how } = await callingBack('wallet-backend')
    const probing = createProbing({ members: 1, seed: 1 })

    const away = await playing(targets, { ...how, sendProbes: probing })
    const near = await twin(addresses, ['wallet backend'], { sendProbes: probing })

    expect(away.report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
    expect(outcomesOf(away.report)).toEqual(outcomesOf(near.report))
  })

  it('is judged as it is in this process where all of it is behind an address', async () => {
    const home = await serving('issuer', 'status-service')
    const others = await serving(
      'wallet-backend',
      'verifier',
      '--issuer',
      home.facts.url,
      '--status-base',
      home.facts.url,
    )
    const targets = {
      ...issuing(home),
      'wallet-backend': { url: others.facts.url },
      verifier: { url: others.facts.url },
    }

    const away = await playing(targets)
    const near = await twin(addressesOf(targets), ['issuer', 'status service', 'wallet backend', 'verifier'])

    expect(away.report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
    expect(outcomesOf(away.report)).toEqual(outcomesOf(near.report))
  })
})

describe('one invalid message', () => {
  const lies = [
    'CFG-FRESH/returns-the-same-nonce-in-every-session',
    'META-TEMPLATES/sends-credentials_supported-instead-of-credential_configurations_supported',
    'META-ENCRYPTION/leaves-out-credential_request_encryption',
    'META-IDENTITY/sends-another-credential_issuer',
    'META-PUBLIC/publishes-the-private-exponent-of-its-key',
    'NONCE-ANSWER/returns-nonce-where-c_nonce-was-agreed-on',
    'RESP-CREDENTIALS/returns-credential-instead-of-credentials',
    'RESP-SHAPE/returns-vc-instead-of-credential',
    'ENC-SIGNED/signs-with-an-unrelated-key',
    'ENC-KEY/flips-one-bit-of-the-response-after-its-header',
    'CRED-ALG/names-another-algorithm',
    'CRED-RESOLVED/names-an-unknown-key',
    'CRED-SIGNED/changes-the-payload-after-signing',
    'CRED-LASTS/expires-before-it-was-issued',
    'CRED-STATUS/leaves-out-the-status',
    'CRED-P1363/signs-in-der-form',
    'SD-DIGEST/joins-the-parts-with-dots',
    'SD-INCLUDED/changes-a-value-after-signing',
    'SD-TRIPLE/puts-the-salt-first',
    'SD-RFC9901/issues-the-credential-of-section-2-9-where-rfc-9901-was-agreed',
    'CLAIM-ResidentName/sends-residentname-in-plaintext',
    'CLAIMS-MASKED/sends-the-whole-e-mail-address-as-the-masked-one',
    'JWKS-PUBLIC/publishes-private-keys',
    'STATUS-SIGNED/signs-with-an-unrelated-key',
    'STATUS-VALUE/leaves-out-the-status',
    'STATUS-SUBJECT/answers-for-another-credential',
    'STATUS-COMPACT/answers-in-json',
  ]

  it.each(lies)('is found behind an address as it is in this process, and nothing else: %s', async (id) => {
    const argv = ['issuer', 'status-service', '--fault', id]
    const home = await serving(...argv)
    const { profile, decisions, fault } = home.facts
    const { chosen } = await readServePlan(readArguments('serve', listFlags(serve), [...argv, '--seed', '1']))
    const told = {
      settings: { profile, decisions },
      ...(chosen?.settings.responseEncryption && { asks: chosen.settings.responseEncryption }),
    }
    const targets = issuing(home)

    const away = await playing(targets, told)
    const near = await twin(addressesOf(targets), ['issuer', 'status service'], {
      ...told,
      ...(chosen && { mutation: chosen.mutation }),
    })

    expect(listFound(away.report).toSorted()).toEqual(fault?.breaks.toSorted())
    expect(away.report.verdict.result).toBe(near.report.verdict.result)
    expect(outcomesOf(away.report)).toEqual(outcomesOf(near.report))
  })
})
