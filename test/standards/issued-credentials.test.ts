import { describe, expect, it } from 'vitest'
import { openJournal } from '../../src/harness/journal.ts'
import type { VerifyOptions } from '../../src/verify/verify.ts'
import { type MdocChange, makeMdocSample, setEntries } from '../../suites/mdoc/sample.ts'
import { judgeCredentials } from '../../suites/openid4vci/harness/issuer/judge-credentials.ts'
import { issuerProfile } from '../../suites/openid4vci/harness/issuer/profile.ts'
import { type SampleChange, sampleTime } from '../../suites/sd-jwt/sample.ts'
import { makeVcSample } from '../../suites/sd-jwt-vc/sample.ts'

/** Judges what an issuer issued. */
async function judge(text: string, format: string, { now = 0, ...options }: VerifyOptions) {
  const journal = openJournal({})
  const wallet = {
    journal,
    profile: issuerProfile,
    issued: [],
    sound: [],
    given: new Map(),
    lists: new Map(),
    offers: [],
    now: () => now,
    send: async () => ({ status: 404, headers: {}, body: '' }),
    call: () => expect.unreachable('nothing has to be fetched'),
    wait: async () => {},
    redirectUri: 'https://wallet.example/callback',
    authorizeUser: () => expect.unreachable('no user is asked'),
  }
  const grant = {
    token: 't',
    type: 'Bearer',
    code: 'c',
    identifiers: [],
    configurationId: 'm',
    configuration: { format },
    others: [],
  }
  const issuer = {
    id: 'https://issuer.example',
    metadata: {},
    server: {},
    tokenEndpoint: 'https://issuer.example/token',
  }
  await judgeCredentials([text, 5], grant, issuer, { wallet, options })
  return journal.cases.flatMap((one) => ('verdict' in one ? [one.verdict] : []))
}

async function judgeIssued(change: MdocChange) {
  const { text, facts } = makeMdocSample(change)
  const { now, anchors } = facts
  const verdicts = await judge(text, 'mso_mdoc', { now, anchors })
  return verdicts.map(({ kind, conclusion }) => [kind, conclusion])
}

/** The requirements that a credential of the format SD-JWT VC fails, with its usual Key Binding JWT, a changed one, or none. */
async function listFailed(binding?: SampleChange['binding']) {
  const { text, facts } = makeVcSample(binding === undefined ? {} : { binding })
  const { now, jwks } = facts
  const [verdict] = await judge(text, 'dc+sd-jwt', { now, jwks })
  return verdict?.results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
}

describe('a credential of the format SD-JWT VC', () => {
  it('has no Key Binding JWT, and nothing else is wrong with one that an issuer appends', async () => {
    expect(await listFailed(null)).toEqual([])
    expect(await listFailed()).toEqual(['KBJWT-NOT-ISSUED'])
    expect(await listFailed({ header: () => ({ alg: 'ES256' }), payload: () => ({}) })).toEqual(['KBJWT-NOT-ISSUED'])
    expect(await listFailed({ text: () => 'a.b.c' })).toEqual(['KBJWT-NOT-ISSUED'])
  })
})

describe('a credential of the format mso_mdoc', () => {
  it('is judged as what an issuer signed', async () => {
    expect(await judgeIssued({})).toEqual([['mdoc-issuer-signed', 'conformant']])
    expect(await judgeIssued({ hashed: (octets) => octets })).toEqual([['mdoc-issuer-signed', 'nonconformant']])
  })

  it('may be valid from a later time on', async () => {
    const later = {
      validity: setEntries({
        validFrom: { tag: 0, value: new Date(1000 * (sampleTime + 3600)).toISOString().replace('.000', '') },
      }),
    }

    expect(await judgeIssued(later)).toEqual([['mdoc-issuer-signed', 'conformant']])
  })
})
