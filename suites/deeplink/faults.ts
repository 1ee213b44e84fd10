import * as fc from 'fast-check'
import { type Fault, fault } from '../../model/fault.ts'
import { writeDeeplink } from '../../protocol/artefacts/deeplink.ts'
import { describedFamily } from '../kit/family.ts'
import { changeResult, replaceStep } from '../kit/mutations.ts'
import { LINK } from './requirements.ts'

const uri = 'identityapp://credential-request'
const parameter = 'credential_request'

const changeLink = (how: (text: string, request: string) => string) =>
  changeResult('wallet', 'link', (text, [request]) => how(text, request))
const replaceLink = (how: (request: string) => string) => replaceStep('wallet', 'link', () => how)

const privateValues = fc.constantFrom<readonly [name: string, value: string]>(
  ['nonce', 'nonce-0001-0123456789abcdef'],
  ['code', 'pre-authorised-code-0001'],
  ['uid', '000000000019'],
  ['holder', '000000000019'],
  ['session_token', 'session-token-of-nobody'],
  ['attestation', 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA'],
  ['request', '{"credential_identifier":"x"}'],
)

const changeTarget = (uri: string) => changeResult('wallet', 'link', (text) => text.replace(/^[^?]*/, uri))

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(LINK.ONE, 'calls without the request', replaceLink(() => uri)),
  fault(LINK.ONE, 'calls with an empty parameter', replaceLink(() => writeDeeplink(uri, parameter, ''))),
  fault(LINK.ONE, 'puts the request into the path', replaceLink((request) => `${uri}/${request}`)),
  fault(LINK.ONE, 'puts the request into the fragment', replaceLink((request) => `${uri}#${parameter}=${request}`)),
  fault(LINK.ONE, 'sends the request twice', changeLink((text, request) => writeDeeplink(text, parameter, request))),
  fault(LINK.ONE, 'sends the request under two names', changeLink((text, request) => writeDeeplink(text, 'request', request))),
  fault(LINK.ONE, 'sends another value as the parameter', replaceLink(() => writeDeeplink(uri, parameter, 'hello'))),
  fault(LINK.ONE, 'sends the request in another parameter than agreed', changeLink((text) => text.replace('?request=', '?credential_request=')), { decisions: { 'deeplink.parameter': 'request' } }),
  fault(LINK.ONE, 'sends the request in two halves', replaceLink((request) => writeDeeplink(writeDeeplink(uri, parameter, request.slice(0, 100)), parameter, request.slice(100))), { alsoBreaks: [LINK.CLOSED] }),
  fault(LINK.CLOSED, 'sends a private value in plaintext', describedFamily(privateValues, ([name]) => name, ([name, value]) => changeLink((text) => writeDeeplink(text, name, value)))),

  fault(LINK.TARGET, 'calls another app', changeTarget('otherapp://credential-request')),
  fault(LINK.TARGET, 'calls the app at another URI', changeTarget('identityapp://credential-requests')),
  fault(LINK.TARGET, 'calls a page on the web', changeTarget('https://app.example/credential-request')),
  fault(LINK.TARGET, 'calls the default URI where another was agreed', changeTarget('identityapp://credential-request'), { decisions: { 'deeplink.uri': 'https://app.example/open' } }),
]
