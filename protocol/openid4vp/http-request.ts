import { type Deeplink, readDeeplink } from '../artefacts/deeplink.ts'
import { limits } from '../encoding/limits.ts'
import { attempt, refuse } from '../encoding/problem.ts'

/** A request over HTTP, with a form as its body. */
export interface HttpForm {
  readonly method: string
  readonly target: string
  /** Header fields by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** Names and values in order, decoded once. */
  readonly parameters: Deeplink['parameters']
}

export function readHttpForm(text: string): HttpForm {
  if (text.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  const [head = '', body = ''] = splitHead(text)
  const [first = '', ...lines] = head.split(/\r?\n/)
  const [, method, target] = first.match(/^([A-Z]+) (\S+) HTTP\/[\d.]+$/) ?? []
  if (method === undefined || target === undefined) return refuse('unrecognised', 'no request of HTTP')
  const headers = new Map(lines.slice(0, limits.values).map(splitField))
  return { method, target, headers, parameters: readBody(headers.get('content-type') ?? formType, body) }
}

const formType = 'application/x-www-form-urlencoded'

/** The parameters of a body; none of a body of another type, unless it is a form all the same. */
function readBody(type: string, body: string): Deeplink['parameters'] {
  if (type.toLowerCase().startsWith(formType)) return readForm(body)
  const read = attempt(() => readForm(body))
  return 'value' in read ? read.value : []
}

function splitHead(text: string): readonly string[] {
  const [ending] = text.match(/\r?\n\r?\n/) ?? []
  const at = ending === undefined ? text.length : text.indexOf(ending)
  return [text.slice(0, at), text.slice(at + (ending?.length ?? 0))]
}

function splitField(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

/** `application/x-www-form-urlencoded`: line breaks that an editor made are no part of it. */
export const readForm = (body: string): Deeplink['parameters'] =>
  readDeeplink(`form:?${body.replace(/\s*[\r\n]+\s*/g, '').replaceAll('+', '%20')}`).parameters
