import { resolve } from 'node:path'

/** A placeholder for a variable of the environment. */
export const placeholder = (name: string): string => `\${${name}}`

/** Somebody whom an issuer knows. */
export const account = { deviceId: 'd', uid: '000000000019', sessionToken: 't' }
/** A target with all that it may have. */
export const target = {
  url: 'https://issuer.test/a/',
  headers: { 'X-Api-Key': 'k' },
  requests: { nonce: { headers: { A: '' }, query: { t: '1' }, body: { a: null, b: {} }, answer: { c_nonce: '/n' } } },
  tls: { passphrase: 'p' },
  proxy: 'http://user:pass@proxy.test:3128',
  timeout: 3,
  rate: 0.5,
  http2: true,
  allowPrivate: false,
  requestKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
}
/** A configuration with all that it may have. */
export const whole = {
  $schema: 'https://assay.example/schemas/config.schema.json',
  profile: 'document-rfc9901',
  decisions: { 'sd.order': 'salt-name-value', 'endpoints.nonce.path': '/n' },
  targets: { issuer: target, 'status-service': 'https://status.test' },
  listen: { port: 8080, publicUrl: 'https://tunnel.test/' },
  accounts: [account],
  only: ['CRED-*'],
  skip: ['SD-DIGEST'],
  probes: true,
  members: 2,
  seed: 7,
  now: '2026-11-18T11:06:40Z',
  out: 'elsewhere',
  formats: ['junit', 'har'],
  keepPrivate: true,
  anchors: resolve('package.json'),
  strict: true,
  subject: { vendor: 'v', product: 'p', version: '1' },
  deadline: 60,
}
