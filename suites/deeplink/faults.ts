import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { writeDeeplink } from '../../src/protocol/deeplink.ts'
import { after, instead } from '../deviations.ts'
import { family } from '../family.ts'
import { LINK } from './requirements.ts'

const uri = 'identityapp://credential-request'
const parameter = 'credential_request'

const link = (how: (text: string, sealed: string) => string) =>
  after('wallet', 'link', (text, [sealed]) => how(text, sealed))
const made = (how: (sealed: string) => string) => instead('wallet', 'link', () => how)

const clear = fc.constantFrom<readonly [name: string, value: string]>(
  ['nonce', 'nonce-0001-0123456789abcdef'],
  ['code', 'pre-authorised-code-0001'],
  ['uid', '000000000019'],
  ['holder', '000000000019'],
  ['session_token', 'session-token-of-nobody'],
  ['attestation', 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA'],
  ['request', '{"credential_identifier":"x"}'],
)

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(LINK.ONE, 'calls without the request', made(() => uri)),
  fault(LINK.ONE, 'calls with an empty parameter', made(() => writeDeeplink(uri, parameter, ''))),
  fault(LINK.ONE, 'puts the request into the path', made((sealed) => `${uri}/${sealed}`)),
  fault(LINK.ONE, 'puts the request into the fragment', made((sealed) => `${uri}#${parameter}=${sealed}`)),
  fault(LINK.ONE, 'sends the request twice', link((text, sealed) => writeDeeplink(text, parameter, sealed))),
  fault(LINK.ONE, 'sends the request under two names', link((text, sealed) => writeDeeplink(text, 'request', sealed))),
  fault(LINK.ONE, 'puts something else under the name', made(() => writeDeeplink(uri, parameter, 'hello'))),
  fault(LINK.ONE, 'puts the request under another name than was agreed', link((text) => text.replace('?request=', '?credential_request=')), { given: { 'deeplink.parameter': 'request' } }),
  fault(LINK.ONE, 'sends the request in two halves', made((sealed) => writeDeeplink(writeDeeplink(uri, parameter, sealed.slice(0, 100)), parameter, sealed.slice(100))), { alsoBreaks: [LINK.CLOSED] }),
  fault(LINK.CLOSED, 'tells more than it has to', family(clear, ([name]) => name, ([name, value]) => link((text) => writeDeeplink(text, name, value)))),
]
