import { HarnessError } from '../../../../model/errors.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import { type JsonObject, parseJsonObject, readText, writeJson } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { listDcRequests } from '../../../../protocol/openid4vp/dc-request.ts'
import { isSuccess, readBody, writeResponse } from '../../../../src/harness/calls.ts'
import { commandPrefix } from '../../../../src/harness/run-command.ts'
import { VPEND } from '../../response-requirements.ts'
import { readOutput } from './read-output.ts'
import type { ResponseEnd, VpRequest, VpWallet } from './session.ts'

/** Posts a response, judges the answer, and finds out whether it was accepted. */
export async function sendResponse(
  request: VpRequest,
  content: JsonObject,
  wallet: VpWallet,
  { source, isValid }: { readonly source: string; readonly isValid: boolean },
): Promise<ResponseEnd> {
  const isOverDc = request.origin !== undefined
  const type = isOverDc ? 'application/json' : 'application/x-www-form-urlencoded'
  const headers = { 'content-type': type, accept: 'application/json' }
  const body = isOverDc ? writeReturned(request, content) : writeForm(content)
  const response = await wallet.send({ method: 'POST', url: request.address, headers, body }, 'message')
  const facts = { now: wallet.now(), presentationRequest: request.parameters }
  const outcome = await findOutcome(request, response, wallet)
  // What a page hears from its own server is theirs.
  if (isOverDc) return { outcome, response }
  // Where users are sent whose response is not valid is for OpenID4VP alone to say.
  const profile = isValid ? wallet.profile.suite : 'openid4vp-1.0'
  if (response.status < 400) wallet.journal.judge(source, writeResponse(response), 'vp-http-response', facts, profile)
  else if (outcome === 'accepted') {
    // What was accepted was processed, whatever the answer says.
    const problem = `the response is accepted, and its answer has the status code ${response.status}`
    wallet.journal.mark(source, [{ row: VPEND.STATUS, problem }])
  }
  return { outcome, response }
}

/** What the API returns to a page, as JSON. */
function writeReturned({ link }: VpRequest, data: JsonObject): string {
  const [first] = listDcRequests(parseJsonObject(link))
  return writeJson({ protocol: first?.request.protocol ?? '', data })
}

const writeForm = (content: JsonObject): string =>
  new URLSearchParams(
    Object.entries(content).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()

/** A success says that a response was processed; what came of it is for the result to say. */
async function findOutcome(
  request: VpRequest,
  response: HttpResponse,
  wallet: VpWallet,
): Promise<ResponseEnd['outcome']> {
  const place = request.result ?? wallet.result
  const accepted = place === undefined ? undefined : await awaitResult(place, request, response, wallet)
  if (accepted !== undefined) return accepted ? 'accepted' : 'refused'
  return response.status >= 400 ? 'refused' : 'unknown'
}

/** Asks until there is an answer, or patience ends. A response that was refused may never have one. */
async function awaitResult(
  place: string,
  request: VpRequest,
  response: HttpResponse,
  wallet: VpWallet,
): Promise<boolean | undefined> {
  const filled = fillPlaceholders(place, request, response)
  const tries = isSuccess(response) ? wallet.patience + 1 : 1
  for (let i = 0; i < tries; i++) {
    if (i > 0) await wallet.wait(1)
    const accepted = await askResult(filled, request.result !== undefined, wallet)
    if (accepted !== undefined) return accepted
  }
  return undefined
}

/** The names in `{…}` that a place of results may have. */
function fillPlaceholders(place: string, { parameters, link }: VpRequest, response: HttpResponse): string {
  const redirect = readText(readBody(response)?.redirect_uri)
  const code = /[?&#]response_code=([^&#]+)/.exec(redirect)?.[1] ?? ''
  const known: JsonObject = { ...parameters, redirect_uri: redirect, response_code: code, request: link }
  const isCommand = place.startsWith(commandPrefix)
  return place.replaceAll(/\{(state|nonce|redirect_uri|response_code|request)\}/g, (_, name: string) => {
    const text = readText(known[name])
    // Words of a target are one word of a command, and one part of an address.
    return isCommand ? text.replaceAll(/^-+|[^\w.~:/?#&=%+-]/g, '') : encodeURIComponent(text)
  })
}

async function askResult(place: string, isOfTarget: boolean, { send }: VpWallet): Promise<boolean | undefined> {
  if (place.startsWith(commandPrefix)) return readAccepted(await readOutput(place, '--result'))
  if (!URL.canParse(place))
    throw new HarnessError('ERR_INPUT', '--result: this is neither an address nor `command:…`', {
      hint: 'placeholders are {state}, {nonce}, {redirect_uri}, {response_code} and {request}',
    })
  const request = { method: 'GET', url: place, headers: { accept: 'application/json' } }
  const response = await send(request, isOfTarget ? 'message' : 'configured')
  return isSuccess(response) ? readAccepted(response.body) : undefined
}

function readAccepted(text: string): boolean | undefined {
  const read = attempt(() => parseJsonObject(text.trim()))
  const accepted = 'value' in read ? read.value.accepted : undefined
  return typeof accepted === 'boolean' ? accepted : undefined
}
