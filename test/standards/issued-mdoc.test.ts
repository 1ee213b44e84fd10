import { describe, expect, it } from 'vitest'
import { judgeCredentials } from '../../src/standard/issuer/judge-credentials.ts'
import { openJournal } from '../../src/standard/tested/journal.ts'
import { type MdocChange, makeMdocSample, setEntries } from '../../suites/mdoc/sample.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'

async function judgeIssued(change: MdocChange) {
  const { text, facts } = makeMdocSample(change)
  const journal = openJournal({})
  const { now = 0, anchors } = facts
  const wallet = {
    journal,
    profile: 'openid4vci-1.0' as const,
    issued: [],
    sound: [],
    now: () => now,
    send: () => expect.unreachable('nothing has to be fetched'),
    wait: async () => {},
    redirectUri: 'https://wallet.example/callback',
    authorizeUser: () => expect.unreachable('no user is asked'),
  }
  const grant = {
    token: 't',
    type: 'Bearer',
    identifiers: [],
    configurationId: 'm',
    configuration: { format: 'mso_mdoc' },
  }
  const issuer = {
    id: 'https://issuer.example',
    metadata: {},
    server: {},
    tokenEndpoint: 'https://issuer.example/token',
  }
  await judgeCredentials([text, 5], grant, issuer, { wallet, options: { anchors } })
  return journal.cases.map((one) => 'verdict' in one && [one.verdict.kind, one.verdict.conclusion])
}

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
