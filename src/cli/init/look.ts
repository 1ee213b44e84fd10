import { termsOf } from '../../../suites/terms.ts'
import { called } from '../../actors/parties/http.ts'
import { answersUnder } from '../../harness/answers.ts'
import { WireError } from '../../model/errors.ts'
import type { TargetRole } from '../../model/settings.ts'
import type { Address, Terms } from '../../model/terms.ts'
import { type JsonObject, parseJsonObject } from '../../protocol/json.ts'
import { keysOf } from '../../protocol/jwk.ts'
import { attempt } from '../../protocol/problem.ts'
import { type Glimpse, type Probe, pathBelow } from './probe.ts'
import { remarksOn, remarksOnKeys } from './remarks.ts'

/** Who can be looked at by a URL: a wallet and an identity app answer nobody. */
const answering: readonly TargetRole[] = ['issuer', 'status-service', 'wallet-backend', 'verifier']

/** Looks at a target over the network. Of an issuer a nonce is taken; everything else is only read. */
export const look: Probe = async (url, role) => {
  if (!answering.includes(role)) return {}
  const { reach } = await import('../../wire/remote.ts')
  const { call, close } = await reach({ url, timeout: 5 }, { role, environment: process.env })
  const { signal } = new AbortController()
  const ask: Ask = async (address) => {
    const { status, body } = await call(called(address), { origin: 'configured', signal })
    const read = attempt(() => parseJsonObject(body))
    return { status, said: `${status}`, ...(status === 200 && 'value' in read && { content: read.value }) }
  }
  return (role === 'issuer' ? lookAtIssuer(url, ask) : knockAt(url, ask)).finally(close)
}

/** An answer as far as it matters here. */
interface Heard {
  readonly status: number
  readonly said: string
  /** Absent if it is no JSON object, or no success. */
  readonly content?: JsonObject
}

type Ask = (address: Address) => Promise<Heard>

const knockAt = async (url: string, ask: Ask): Promise<Glimpse> => ({
  remarks: [`somebody is there: ${(await ask({ method: 'GET', url })).said} from GET ${url}`],
})

async function lookAtIssuer(base: string, first: Ask): Promise<Glimpse> {
  await first(termsFor(base).addresses.issuerMetadata) // where nobody is, this is the call that fails
  const ask = patiently(first)
  const metadata = await metadataOf(base, ask)
  const keys = await keysOfIssuer(base, metadata.metadata?.content, ask)
  const nonce = await nonceOf(base, metadata.metadata?.content, ask)
  const all = [metadata, keys, nonce]
  return {
    ...metadata,
    ...keys,
    ...nonce,
    guarded: all.flatMap(({ guarded = [] }) => guarded),
    remarks: all.flatMap(({ remarks = [] }) => remarks),
    missed: all.flatMap(({ missed = [] }) => missed),
  }
}

/** A call that is lost, after one that was not, tells nothing of the others. */
const patiently =
  (ask: Ask): Ask =>
  async (address) => {
    try {
      return await ask(address)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      return { status: 0, said: 'no answer' }
    }
  }

/** Where everything is under one answer, and under the assumptions. */
function termsFor(base: string, given: Readonly<Record<string, string>> = {}): Terms {
  const { decide } = answersUnder({ profile: 'document', given })
  return termsOf(decide, { issuer: base, status: base, walletBackend: base, verifier: base })
}

async function metadataOf(base: string, ask: Ask): Promise<Glimpse> {
  const heard: Reply[] = []
  for (const form of ['literal', 'append', 'insertion'] as const) {
    const { url } = termsFor(base, { 'metadata.path': form }).addresses.issuerMetadata
    if (heard.some((each) => each.address.url === url)) continue
    const reply = await asked(ask, { method: 'GET', url })
    heard.push(reply)
    const { content } = reply
    if (content) return { metadata: { content, form }, remarks: [`metadata: GET ${url}`, ...remarksOn(content)] }
  }
  return notFound('metadata', 'issuerMetadata', heard)
}

async function keysOfIssuer(base: string, metadata: JsonObject | undefined, ask: Ask): Promise<Glimpse> {
  const usual = termsFor(base).addresses.jwks.url
  const told = pathBelow(base, metadata?.jwks_uri)
  const places = [...(told === undefined ? [] : [`${base}${told}`]), usual, `${base}/jwks`, `${base}/jwks.json`]
  const heard: Reply[] = []
  for (const url of new Set(places)) {
    const reply = await asked(ask, { method: 'GET', url })
    heard.push(reply)
    if (!Array.isArray(reply.content?.keys)) continue
    return { jwksPath: url.slice(base.length), remarks: [`keys: GET ${url}`, ...remarksOnKeys(keysOf(reply.content))] }
  }
  return notFound('key set', 'jwks', heard)
}

async function nonceOf(base: string, metadata: JsonObject | undefined, ask: Ask): Promise<Glimpse> {
  const usual = termsFor(base).addresses.nonce.url
  const told = pathBelow(base, metadata?.nonce_endpoint)
  const url = told === undefined ? usual : `${base}${told}`
  const heard: Reply[] = []
  for (const method of ['POST', 'GET']) {
    const reply = await asked(ask, { method, url })
    heard.push(reply)
    const fields = ['c_nonce', 'nonce'].filter((name) => typeof reply.content?.[name] === 'string')
    if (fields.length === 0) continue
    const nonce = { path: url.slice(base.length), method, fields }
    return { nonce, remarks: [`a nonce: ${method} ${url}, as \`${fields.join('` and `')}\``] }
  }
  return notFound('nonce', 'nonce', heard)
}

/** An answer, and what was asked. */
interface Reply extends Heard {
  readonly address: Address
}

const asked = async (ask: Ask, address: Address): Promise<Reply> => ({ ...(await ask(address)), address })

/** What was looked for in vain, and whether somebody wants to know first who asks. */
function notFound(what: string, endpoint: 'issuerMetadata' | 'jwks' | 'nonce', heard: readonly Reply[]): Glimpse {
  const places = heard.map(({ said, address: { method, url } }) => `${said} from ${method} ${url}`)
  const isGuarded = heard.some(({ status }) => status === 401 || status === 403)
  return { missed: [`no ${what}: ${places.join(', ')}`], ...(isGuarded && { guarded: [endpoint] }) }
}
