import type { Endpoint } from '../../model/wire.ts'
import type { Facts } from './facts.ts'

/** What each endpoint is sent that curl can send: the rest is encrypted or signed. */
const bodies = (deviceId: string): { readonly [E in Endpoint | 'setStatus']?: object } => ({
  issuerConfig: { device_id: deviceId },
  presentation: { presentation: '<credential>' },
  setStatus: { status: 'revoked' },
})

const callable: readonly (Endpoint | 'setStatus')[] = [
  'issuerConfig',
  'offer',
  'issuerMetadata',
  'nonce',
  'jwks',
  'status',
  'presentation',
  'setStatus',
]

/** Command lines that call a server, one for each endpoint that can be called by hand. */
export function* curlLines(facts: Facts): Generator<string> {
  const { endpoints, guarded, accounts, offer } = facts
  const [account] = accounts
  const body = bodies(account?.deviceId ?? 'device-0001')
  for (const { endpoint, method, url } of endpoints) {
    if (!callable.includes(endpoint)) continue
    const id = endpoint === 'offer' ? offer?.credentialIdentifier : undefined
    yield [
      'curl -s',
      ...trust(facts),
      ...(method === 'GET' ? [] : [`-X ${method}`]),
      ...(guarded.some((one) => one === endpoint) ? [`-H ${quoted(authorization(facts))}`] : []),
      ...(body[endpoint] ? [`-H 'content-type: application/json' -d ${quoted(JSON.stringify(body[endpoint]))}`] : []),
      quoted(url.replace('{id}', id ?? '<id>')),
    ].join(' ')
  }
}

/** Nobody knows the authority of a certificate that was made here, unless it was written to a file. */
function trust({ authority, authorityFile, asksForCertificate }: Facts): readonly string[] {
  const theirs =
    authority === undefined ? [] : [authorityFile === undefined ? '-k' : `--cacert ${quoted(authorityFile)}`]
  return asksForCertificate ? [...theirs, '--cert client.pem --key client.key'] : theirs
}

const authorization = ({ accounts: [account], token: { header, format } }: Facts): string =>
  `${header}: ${format === 'bearer' ? 'Bearer ' : ''}${account?.sessionToken ?? '<token>'}`

/** A word as a shell takes it. */
const quoted = (word: string): string => (/^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
