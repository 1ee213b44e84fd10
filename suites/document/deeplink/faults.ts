import * as fc from 'fast-check'
import { writeDeeplink } from '../../../protocol/artefacts/deeplink.ts'
import { describedFamily } from '../kit/family.ts'
import { changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
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

/** Keeps the nonce of the session and writes it into the link. */
const sendNonce = (how: (text: string, nonce: string) => string) => {
  let nonce = ''
  const keep = replaceStep('wallet', 'gather', (original) => async (sources) => {
    const gathered = await original(sources)
    nonce = gathered.nonce
    return gathered
  })
  return combineMutations(
    keep,
    changeLink((text) => how(text, nonce)),
  )
}

const places = fc.constantFrom<readonly [name: string, how: (text: string, nonce: string) => string]>(
  ['as `n`', (text, nonce) => `${text}&n=${nonce}`],
  ['as `state`, in base64url', (text, nonce) => `${text}&state=${Buffer.from(`v1:${nonce}`).toString('base64url')}`],
  ['in hex', (text, nonce) => `${text}&s=${Buffer.from(nonce).toString('hex')}`],
  ['in the fragment', (text, nonce) => `${text}#${nonce}`],
  ['as the name of a parameter', (text, nonce) => `${text}&${nonce}=1`],
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
  fault(LINK.MEANT, 'sends a parameter without a value that it has', describedFamily(fc.constantFrom('undefined', 'NaN', '[object Object]'), (word) => word, (word) => changeLink((text) => writeDeeplink(text, 'error', word)))),
  fault(LINK.OPAQUE, 'sends the nonce in the link', describedFamily(places, ([name]) => name, ([, how]) => sendNonce(how))),

  fault(LINK.TARGET, 'calls another app', changeTarget('otherapp://credential-request')),
  fault(LINK.TARGET, 'calls the app at another URI', changeTarget('identityapp://credential-requests')),
  fault(LINK.TARGET, 'calls a page on the web', changeTarget('https://app.example/credential-request')),
  fault(LINK.TARGET, 'calls the default URI where another was agreed', changeTarget('identityapp://credential-request'), { decisions: { 'deeplink.uri': 'https://app.example/open' } }),
]
