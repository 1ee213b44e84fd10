import type { Deeplink } from '../artefacts/deeplink.ts'
import { type JsonObject, type JsonValue, parseJson } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'

/** The parameters that are JSON in a URL or a form. */
const jsonParameters: ReadonlySet<string> = new Set([
  'dcql_query',
  'client_metadata',
  'transaction_data',
  'verifier_info',
  'vp_token',
  'wallet_metadata',
])

/** Parameters as the object that a request object or a response has. The first of a name counts. */
export function readParameters(parameters: Deeplink['parameters']): JsonObject {
  const all = new Map<string, JsonValue>()
  for (const [name, text] of parameters) if (!all.has(name)) all.set(name, readParameter(name, text))
  return Object.fromEntries(all)
}

/** What is not JSON stays a text: then it is of the wrong type. */
function readParameter(name: string, text: string): JsonValue {
  if (!jsonParameters.has(name)) return text
  const read = attempt(() => parseJson(text))
  return 'value' in read ? read.value : text
}

/** Whether a request in a URL has its parameters elsewhere: in a request object. */
export const isByObject = ({ parameters }: Pick<Deeplink, 'parameters'>): boolean =>
  parameters.some(([name]) => name === 'request' || name === 'request_uri')

/**
 * Where the response to a request goes. A client that is named by that address may leave the parameter out (OpenID4VP 1.0,
 * section 5.9.3).
 */
export function findAddress({ client_id: client, response_uri: response, redirect_uri: redirect }: JsonObject) {
  const named = typeof client === 'string' ? /^redirect_uri:(.*)$/s.exec(client)?.[1] : undefined
  return response ?? redirect ?? named
}
