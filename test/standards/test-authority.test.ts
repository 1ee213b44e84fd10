import { expect, it } from 'vitest'
import { writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { toPublic } from '../../suites/sd-jwt/sample.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost, writeDraft } from '../../suites/sd-jwt/test-authority.ts'

const extension = { id: '1.2.3.4', critical: false, value: Buffer.from([5, 0]) }

it.each([
  ['', undefined, undefined],
  [' and a URI', 'https://a.example/path', undefined],
  [' and an extension', undefined, [extension]],
] as const)('the certificate of a key for a host%s is written once', (_, uri, more) => {
  const certify = () => certifyHost('a.example', toPublic(keys.issuer), uri, more)

  expect(certify()).toBe(certify())
  expect(certify()).toEqual(writeCertificate(writeDraft('a.example', toPublic(keys.issuer), uri, more)))
})

it('another key, host or extension has another certificate', () => {
  const key = toPublic(keys.issuer)
  const all = [
    certifyHost('a.example', key),
    certifyHost('b.example', key),
    certifyHost('a.example', toPublic(keys.holder)),
    certifyHost('a.example', key, 'https://a.example'),
    certifyHost('a.example', key, undefined, [extension]),
  ]

  expect(new Set(all.map((each) => each.toString('hex'))).size).toBe(all.length)
})
