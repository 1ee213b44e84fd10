import { verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readJws } from '../../protocol/jose/jws.ts'
import { makeServerTls } from '../../src/files/tls.ts'
import { tryVariant } from '../../src/harness/parties.ts'
import { concludeTest, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { walletProfile as haipWalletProfile } from '../../suites/haip/harness/wallet-profile.ts'
import { type MdocChange, setEntries } from '../../suites/mdoc/sample.ts'
import { wallets } from '../../suites/openid4vci/harness/parties.ts'
import { openIssuerSession } from '../../suites/openid4vci/harness/wallet/issuer-session.ts'
import { makeMdocProfile, walletProfile } from '../../suites/openid4vci/harness/wallet/profile.ts'
import { tryWallet, type WalletQuestion } from '../../suites/openid4vci/harness/wallet/try-wallet.ts'
import { issueMdocs, writeMdocTime } from '../../suites/openid4vci/issued-mdoc.ts'
import { combine as combineIssuer } from '../../suites/openid4vci/issuer-changes.ts'
import { requirements } from '../../suites/openid4vci/requirements.ts'
import { combine, set, type WalletMutation, walletFaults } from '../../suites/openid4vci/wallet/faults.ts'
import { walletProbes } from '../../suites/openid4vci/wallet/probes.ts'
import { walletVariants } from '../../suites/openid4vci/wallet/variants.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { testAuthority } from '../../suites/sd-jwt/test-authority.ts'
import { assayCommand } from '../assay-command.ts'
import { compareFault } from './few-probes.ts'
import { comparePlan } from './plan-of.ts'

const usual: WalletQuestion = {
  place: { host: '127.0.0.1', port: 0 },
  patience: { before: 5, after: 2 },
  hasProbes: true,
  options: { now: sampleTime },
  show: async () => undefined,
  announce: () => {},
}

describe('the reference wallet of OpenID4VCI', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryWallet(usual)

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('passed')
    expect(concludeTest(await tryWallet({ ...usual, hasProbes: false }))).toBe('passed')
  })
})

describe('a wallet with a fault', () => {
  it('is there for every requirement on wallets that an exchange shows, in two ways at least', () => {
    const rows = requirements.filter(({ id, binds }) => binds === 'wallet' && id.startsWith('VCIWALLET-'))
    const counts = rows.map(({ id }) => [id, walletFaults.filter(({ breaks }) => breaks.id === id).length] as const)

    expect(counts.filter(([, count]) => count < 2)).toEqual([])
  })

  it.each(walletFaults)('fails what the fault breaks, and nothing else that is probed: $id', async (fault) => {
    const { failed, expected } = await compareFault(wallets, fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

describe('offers that are open at the same time', () => {
  it('show what a wallet keeps in one place, by the shortest sequence', async () => {
    const fault = walletFaults.find(({ id }) => id.includes('keeps-one-verifier'))
    const { trials } = await tryWallet({ ...usual, ...(fault && { change: fault.change }) })

    expect(trials.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      {
        id: 'VCIWALLET-VERIFIER',
        description:
          'an offer with the authorization code grant, which waits for its authorization while another is taken',
      },
    ])
  })
})

const plan = comparePlan('openid4vci-1.0', wallets)

describe('an unusual wallet', () => {
  it.each(walletVariants)('has no false failure: $id', async (variant) => {
    const trial = await tryVariant(plan.parties, variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(walletVariants), 'run `npm run fixtures`').toEqual([])
  })
})

describe('a probe for wallets', () => {
  it('says which sentence obliges, or decides nothing', () => {
    const deciding = walletProbes.filter(({ obligation, expects }) => obligation !== undefined && expects !== 'session')

    expect(deciding.map(({ id }) => id)).toEqual([...new Set(deciding.map(({ id }) => id))])
    expect(
      walletProbes.filter(({ expects, obligation }) => expects === 'issuance' && obligation === undefined),
    ).toEqual([])
  })

  it('offers one grant, so that no wallet chooses another', async () => {
    const offered = await Promise.all(
      walletProbes.map(async ({ id, change }) => {
        const kind = { clock: Date.now, profile: walletProfile, hasCertificate: false }
        const { offer } = await openIssuerSession('https://issuer.example', 's', () => sampleTime, change, kind)
        return { id, grants: Object.keys(Object(offer.grants)).length }
      }),
    )

    expect(offered.filter(({ grants }) => grants > 1)).toEqual([])
  })

  it('is inconclusive for a wallet that does not say what it took', async () => {
    const { trials } = await tryWallet({ ...usual, change: set({ notifies: false }), isSilent: true })
    const outcomes = trials
      .filter(({ id }) => id.startsWith('VCIWALLET-REFUSES-CREDENTIAL/'))
      .map(({ outcome }) => outcome)

    expect(new Set(outcomes)).toEqual(new Set(['inconclusive']))
  })
})

/** Takes credentials by their certificate, which has to name the issuer, and looks for no published key. */
const trustCertificates: WalletMutation = (steps) => ({
  ...steps,
  placeKeys: () => '',
  validations: {
    ...steps.validations,
    'credential-signed': (facts) =>
      facts.format === 'mso_mdoc'
        ? steps.validations['credential-signed'](facts)
        : facts.credentials.every((text) => isCertified(text, facts.issuer)),
  },
})

function isCertified(text: string, issuer: string): boolean {
  const { header, signingInput, signature } = readJws(text.split('~')[0] ?? '')
  const [first] = Array.isArray(header.x5c) ? header.x5c : []
  if (typeof first !== 'string') return false
  const leaf = new X509Certificate(Buffer.from(first, 'base64'))
  const isTrusted = leaf.verify(new X509Certificate(testAuthority).publicKey)
  const isNamed = leaf.subjectAltName?.split(', ').includes(`URI:${issuer}`) ?? false
  const key = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const
  const isUsual = header.alg === 'ES256' && header.crit === undefined
  return isTrusted && isNamed && isUsual && verify('sha256', Buffer.from(signingInput), key, signature)
}

describe('a wallet that trusts certificates alone', () => {
  const question = { ...usual, change: trustCertificates }

  it('takes the credentials that have one, and refuses all that it has to', async () => {
    const report = await tryWallet({ ...question, hasCertificate: true })

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('passed')
  })

  it('cannot be judged by the others', async () => {
    const { trials } = await tryWallet(question)
    const [spoiled] = trials.filter(({ id }) => id.includes('one-character-of-its-signature'))

    expect(spoiled?.outcome).toBe('inconclusive')
  })
})

describe('a wallet of mdocs', () => {
  const knowsAlone =
    (format: string): WalletMutation =>
    (steps) => ({
      ...steps,
      validations: {
        ...steps.validations,
        'metadata-members': ({ metadata }) => JSON.stringify(metadata).includes(`"format":"${format}"`),
      },
    })
  const [sdJwtsAlone, mdocsAlone] = [knowsAlone('dc+sd-jwt'), knowsAlone('mso_mdoc')]

  it('passes where mdocs are offered, whether it has SD-JWTs or not', async () => {
    for (const change of [mdocsAlone, (steps: Parameters<WalletMutation>[0]) => steps]) {
      const report = await tryWallet({ ...usual, isMdoc: true, change })

      expect(listFailed(report)).toEqual([])
      expect(concludeTest(report)).toBe('passed')
      expect(report.trials.filter(({ id }) => id.includes('REFUSES-CREDENTIAL'))).toEqual([])
      expect(report.untested.map(({ row }) => row.id)).toContain('VCIWALLET-REFUSES-CREDENTIAL')
    }
  })

  it('is asked for mdocs by the flag alone: one without them has no false failure', async () => {
    expect(concludeTest(await tryWallet({ ...usual, change: sdJwtsAlone }))).toBe('passed')
    expect(concludeTest(await tryWallet({ ...usual, change: sdJwtsAlone, isMdoc: true }))).toBe('inconclusive')
    expect(concludeTest(await tryWallet({ ...usual, change: mdocsAlone }))).toBe('inconclusive')
  })

  it('is judged by what it sends for an mdoc', async () => {
    const change = combine(mdocsAlone, set({ proofClaims: (claims) => ({ ...claims, aud: 'https://other.example' }) }))

    expect(listFailed(await tryWallet({ ...usual, isMdoc: true, change }))).toEqual(['VCIPROOF-AUD'])
  })

  it('passes by HAIP as well', async () => {
    expect(listFailed(await tryWallet({ ...usual, isMdoc: true, profile: haipWalletProfile }))).toEqual([])
  })

  it.each([
    ['with other digests', { hashed: (octets: Buffer) => octets }],
    ['that has expired', { validity: setEntries({ validUntil: writeMdocTime(sampleTime - 3600) }) }],
    ['by another key than the certificate has', { auth: { alg: 'ES384' } }],
  ] satisfies readonly [string, MdocChange][])('refuses an mdoc %s', async (_, spoil) => {
    const mdocs = makeMdocProfile()
    const profile = { ...mdocs, issuer: combineIssuer(mdocs.issuer, issueMdocs(spoil)) }

    expect((await tryWallet({ ...usual, hasProbes: false, profile })).obstacle).toContain('rejects it')
  })
})

describe('a wallet that says nothing', () => {
  it('is not asked about deferred responses that only its word can tell', async () => {
    const { trials } = await tryWallet({ ...usual, isSilent: true })

    expect(trials.filter(({ id }) => id.startsWith('VCIWALLET-DEFERRED-NOTED'))).toEqual([])
  })
})

const wallet = `command:${process.execPath} ${assayCommand} serve openid4vci-wallet --stdio`

describe('a wallet in another process', () => {
  it('passes', async () => {
    const report = await tryWallet({ ...usual, wallet, hasProbes: false, options: {} })

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
  })

  it('passes with TLS, and fails by its fault', async () => {
    const { encryption: tls, authority } = await makeServerTls(['127.0.0.1'])
    const ca = join(mkdtempSync(join(tmpdir(), 'assay-')), 'ca.pem')
    writeFileSync(ca, authority)
    const fault = 'VCIWALLET-METADATA/a-wallet-forgets-the-path-of-the-issuer'
    const place = { ...usual.place, tls }
    const ask = (flags: string) =>
      tryWallet({ ...usual, place, wallet: `${wallet} --ca ${ca}${flags}`, hasProbes: false, options: {} })

    expect(concludeTest(await ask(''))).toBe('passed')
    expect(listFailed(await ask(` --fault ${fault}`))).toEqual(['VCIWALLET-METADATA'])
  })
})
