import { describe, expect, it } from 'vitest'
import type { ArtefactProfile } from '../../model/decision.ts'
import { explainInternalHost } from '../../protocol/encoding/internal-address.ts'
import { verifyText } from '../../src/verify/verify-text.ts'
import { openTransport } from '../../src/wire/client/transport.ts'
import { makeSample as makeVci } from '../../suites/openid4vci/sample.ts'
import { makeSample as makeVp } from '../../suites/openid4vp/sample.ts'
import { makeVcSample } from '../../suites/sd-jwt-vc/sample.ts'
import type { Sample } from '../../suites/suite.ts'
import { staged } from '../artefacts.ts'
import { deadUrl } from '../wire/servers.ts'

const proxied =
  'behind a proxy, build addresses from a configured public URL, or from `X-Forwarded-Host` and `X-Forwarded-Proto`'

const listDiagnoses = (profile: ArtefactProfile, { text, kind, facts }: Sample): readonly (string | undefined)[] =>
  verifyText(text, { ...facts, profile, as: kind })
    .results.filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ findings }) => findings.map(({ diagnosis }) => diagnosis))

const put =
  (members: object) =>
  <T extends object>(content: T) => ({ ...content, ...members })

const withAddress: readonly (readonly [name: string, profile: ArtefactProfile, make: (address: string) => Sample])[] = [
  [
    'an endpoint of an issuer',
    'openid4vci-1.0',
    (address) => makeVci({ about: 'vci-issuer-metadata', content: put({ credential_endpoint: address }) }),
  ],
  ['an offer', 'openid4vci-1.0', (address) => makeVci({ content: put({ credential_issuer: address }) })],
  [
    'the address of a request object',
    'openid4vp-1.0',
    (address) => makeVp({ about: 'vp-request-link', content: put({ request_uri: address }) }),
  ],
  [
    'an issuer in a credential',
    'sd-jwt-vc',
    (iss) => makeVcSample({ claims: put({ iss }), facts: { issuerMetadata: { issuer: 'https://issuer.example' } } }),
  ],
]

describe.each(withAddress)('%s', (_, profile, make) => {
  it.each(['http://localhost:8080/x', 'http://10.0.0.7/x', 'http://backend:3000/x', 'http://issuer.default.svc/x'])(
    'at %s is one inside the network of the server',
    (address) => {
      expect(listDiagnoses(profile, make(address))).toContain(
        `only the network of the server knows this address: ${proxied}`,
      )
    },
  )

  it('without TLS is what a server behind a proxy sees', () => {
    expect(listDiagnoses(profile, make('http://issuer.example/x'))).toContain(`the address has no TLS: ${proxied}`)
  })

  it('has another cause where it is not an address, or where the target is on this machine', () => {
    const origin = 'http://127.0.0.1:4800'
    const { facts, ...sample } = make('http://127.0.0.1:4801/x')

    expect(listDiagnoses(profile, make('not an address')).join()).not.toContain('proxy')
    expect(listDiagnoses(profile, { ...sample, facts: { ...facts, plainOrigin: origin } }).join()).not.toContain(
      'proxy',
    )
  })
})

it('the document has the same cause', () => {
  const { text, known } = staged('offer')
  const internal = text.replaceAll('https://issuer.example', 'http://issuer:8080')

  expect(internal).not.toBe(text)
  expect(listDiagnoses('document', { kind: 'offer', text: internal, facts: known }).join()).toContain(proxied)
})

it('an address at the host of the right one has another cause', () => {
  const { text, known } = staged('offer')
  const other = text.replaceAll('https://issuer.example', 'http://issuer:8080/other')
  const facts = { ...known, issuer: 'http://issuer:8080' }
  const { results } = verifyText(other, { ...facts, profile: 'document', as: 'offer' })

  const base = results.find(({ requirement, outcome }) => requirement.id === 'OFFER-BASE' && outcome === 'failed')
  expect(base?.findings.map(({ diagnosis }) => diagnosis)).toEqual([undefined])
})

it('a call to such an address out of a message says so, unless it was answered before', async () => {
  const url = await deadUrl()
  const { call, close } = await openTransport({ url }, { allowLoopback: true })
  const ask = (origin: 'configured' | 'message') =>
    call({ method: 'GET', url, headers: {} }, { origin, signal: new AbortController().signal }).catch(String)

  expect(await ask('message')).toContain(proxied)
  expect(await ask('configured')).not.toContain('proxy')
  await close()
})

it.each(['https://issuer.example', 'https://[2001:db8::1]/', 'http://8.8.8.8', 'urn:a:b', 'openid4vp://authorize'])(
  '%s is not such an address',
  (address) => {
    expect(explainInternalHost(address)).toBeUndefined()
  },
)
