import { writeShellWord } from '../../../src/terminal/quote.ts'
import type { Endpoint } from '../model/endpoints.ts'
import type { ServerFacts } from './server-facts.ts'

/** The bodies of requests that curl can send: the others are encrypted or signed. */
const makeBodies = (deviceId: string): { readonly [E in Endpoint | 'setStatus']?: object } => ({
  issuerConfig: { device_id: deviceId },
  presentation: { presentation: '<credential>' },
  setStatus: { status: 'revoked' },
})

const curlEndpoints: readonly (Endpoint | 'setStatus')[] = [
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
export function* formatCurlCommands(facts: ServerFacts): Generator<string> {
  const { endpoints, guarded, accounts, offer } = facts
  const [account] = accounts
  const body = makeBodies(account?.deviceId ?? 'device-0001')
  for (const { endpoint, method, url } of endpoints) {
    if (!curlEndpoints.includes(endpoint)) continue
    const id = endpoint === 'offer' ? offer?.credentialIdentifier : undefined
    yield [
      'curl -s',
      ...formatTrust(facts),
      ...(method === 'GET' ? [] : [`-X ${method}`]),
      ...(guarded.some((one) => one === endpoint) ? [`-H ${writeShellWord(formatAuthorization(facts))}`] : []),
      ...(body[endpoint]
        ? [`-H 'content-type: application/json' -d ${writeShellWord(JSON.stringify(body[endpoint]))}`]
        : []),
      writeShellWord(url.replace('{id}', id ?? '<id>')),
    ].join(' ')
  }
}

/** The CA of a made certificate is unknown to curl, unless it was written to a file. */
function formatTrust({ authority, authorityFile, asksForCertificate }: ServerFacts): readonly string[] {
  const server =
    authority === undefined ? [] : [authorityFile === undefined ? '-k' : `--cacert ${writeShellWord(authorityFile)}`]
  return asksForCertificate ? [...server, '--cert client.pem --key client.key'] : server
}

const formatAuthorization = ({ accounts: [account], token: { header, format } }: ServerFacts): string =>
  `${header}: ${format === 'bearer' ? 'Bearer ' : ''}${account?.sessionToken ?? '<token>'}`
