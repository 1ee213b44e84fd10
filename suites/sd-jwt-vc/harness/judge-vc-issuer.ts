import { HarnessError, TransportError } from '../../../model/errors.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { placeIssuerMetadata } from '../../../protocol/sd-jwt-vc/issuer-place.ts'
import { readDocument } from '../../../protocol/sd-jwt-vc/recognise.ts'
import type { TypeDocument } from '../../../protocol/sd-jwt-vc/type-document.ts'
import { readHttpResponse } from '../../../protocol/status-list/http-response.ts'
import { type Fetched, fetchDocument, type Wanted } from '../../../src/harness/fetch-document.ts'
import { readWallClock } from '../../../src/runtime/clock.ts'
import { exitCodesByConclusion } from '../../../src/terminal/exit-codes.ts'
import type { JudgedCase, UnjudgedCase } from '../../../src/verify/cases.ts'
import { type VerifyOptions, verify } from '../../../src/verify/verify.ts'
import { openTransport, type Transport } from '../../../src/wire/client/transport.ts'

/** What the issuer of credentials publishes: each document judged by itself, and what is known from them. */
export interface IssuerDocuments {
  readonly cases: readonly (JudgedCase | UnjudgedCase)[]
  readonly facts: Pick<VerifyOptions, 'issuer' | 'issuerMetadata' | 'jwks' | 'typeMetadata'>
}

/** What a credential says about its issuer and its type. */
interface Named {
  readonly issuer?: string
  readonly types: readonly string[]
}

/** Types that extend one another, at most. */
const mostTypes = 8
const headers = { accept: 'application/json' }

/** Retrieves the metadata and keys of an issuer from its address, and the metadata of the types of these credentials. */
export async function judgeVcIssuer(
  url: string,
  credentials: readonly string[],
  options: VerifyOptions,
): Promise<IssuerDocuments> {
  const named = readNamed(credentials)
  const issuer = options.issuer ?? named.issuer ?? url
  const known = { ...options, issuer, now: options.now ?? readWallClock() }
  const transport = await openTransport({ url }, { nameSetting: () => undefined, environment: process.env })
  try {
    const metadata = await retrieveMetadata(transport, url, known)
    const types = await retrieveTypes(transport, url, issuer, named.types)
    const jwks = await retrieveKeys(transport, url, issuer, metadata.content)
    const documents = [...metadata.answers, ...types.answers]
    // What was given goes before what is published.
    const facts = {
      issuer,
      issuerMetadata: options.issuerMetadata ?? metadata.content,
      jwks: options.jwks ?? jwks,
      typeMetadata: options.typeMetadata ?? (types.documents.length > 0 ? types.documents : undefined),
    }
    return { cases: documents.map((each) => judgeAnswer(each, { ...known, ...facts })), facts }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    throw new HarnessError('ERR_TARGET', `${url} cannot be judged: ${error.message}`, { cause: error })
  } finally {
    await transport.close()
  }
}

interface Answer {
  readonly source: string
  readonly url: string
  /** The answer, or why there is none. */
  readonly answer: Fetched | { readonly lost: string }
}

/** That there is no document is none of the issuer's faults: both kinds of metadata are optional. */
function judgeAnswer({ source, answer, url }: Answer, options: VerifyOptions): JudgedCase | UnjudgedCase {
  const place = `${source} (${url})`
  if ('lost' in answer || !readAnswer(answer.text)) {
    const why = 'lost' in answer ? answer.lost : `the answer is ${answer.status}, without a document`
    return { source: place, problem: new HarnessError('ERR_TARGET', `${place} cannot be fetched: ${why}`), code: 3 }
  }
  const verdict = verify(answer.text, { ...options, as: 'vc-http-response', request: { url } })
  return {
    source: place,
    verdict: { ...verdict, kind: 'vc-http-response' },
    code: exitCodesByConclusion[verdict.conclusion],
  }
}

const readAnswer = (text: string): ReturnType<typeof readDocument> => {
  const read = attempt(() => readHttpResponse(text))
  return 'value' in read ? readDocument(read.value) : undefined
}

/** What is beside the issuer may be lost without its being unavailable. */
async function tryToRetrieve(transport: Transport, wanted: Wanted): Promise<Answer['answer']> {
  try {
    return await fetchDocument(transport, wanted)
  } catch (error) {
    if (error instanceof TransportError) return { lost: error.message }
    throw error
  }
}

function readContent(text: string): JsonObject | undefined {
  const document = readAnswer(text)
  const read = attempt(() => parseJsonObject(document?.text ?? ''))
  return 'value' in read ? read.value : undefined
}

/** Asks at the place that the standard names, and if there is nothing, at the one that is often taken for it. */
async function retrieveMetadata(
  transport: Transport,
  url: string,
  { issuer }: { readonly issuer: string },
): Promise<{ readonly answers: readonly Answer[]; readonly content?: JsonObject }> {
  const own = new URL(url)
  const path = placeIssuerMetadata(issuer) ?? placeIssuerMetadata(`https://${own.host}${own.pathname}`) ?? ''
  const right = new URL(path, url).href
  const { pathname } = URL.parse(issuer) ?? own
  const appended = new URL(`${pathname.replace(/\/$/, '')}/.well-known/jwt-vc-issuer`, url).href
  const first = await fetchDocument(transport, { url: right, headers, origin: 'configured' })
  const second =
    readAnswer(first.text) || appended === right
      ? undefined
      : await fetchDocument(transport, { url: appended, headers, origin: 'configured' })
  const [answer, at] = second && readAnswer(second.text) ? [second, appended] : [first, right]
  const content = readContent(answer.text)
  const answers = [{ source: 'the issuer metadata', url: at, answer }]
  return { answers, ...(content?.issuer !== undefined && { content }) }
}

/** The key set at `jwks_uri`. It is judged with the signature that it verifies. */
async function retrieveKeys(
  transport: Transport,
  url: string,
  issuer: string,
  metadata: JsonObject | undefined,
): Promise<JsonObject | undefined> {
  const wanted = placeDocument(metadata?.jwks_uri, url, issuer)
  if (!wanted) return undefined
  const answer = await tryToRetrieve(transport, { ...wanted, headers })
  if ('lost' in answer) return undefined
  const read = attempt(() => parseJsonObject(readHttpResponse(answer.text).body))
  return 'value' in read && Array.isArray(read.value.keys) ? read.value : undefined
}

async function retrieveTypes(
  transport: Transport,
  url: string,
  issuer: string,
  names: readonly string[],
): Promise<{ readonly answers: readonly Answer[]; readonly documents: readonly TypeDocument[] }> {
  const answers: Answer[] = []
  const documents: TypeDocument[] = []
  const all = new Set(names)
  for (const name of all) {
    const wanted = placeDocument(name, url, issuer)
    if (!wanted || answers.length === mostTypes) continue
    const answer = await tryToRetrieve(transport, { ...wanted, headers, isSecure: wanted.url.startsWith('https:') })
    answers.push({ source: `the type ${name}`, url: wanted.url, answer })
    const document = 'lost' in answer ? undefined : readAnswer(answer.text)
    if ('lost' in answer || !document) continue
    documents.push({ uri: name, text: document.text })
    const extended = readContent(answer.text)?.extends
    if (typeof extended === 'string') all.add(extended)
  }
  return { answers, documents }
}

/** Where a document is: what the issuer has on its own host is fetched from the address that was given for it. */
function placeDocument(
  name: unknown,
  url: string,
  issuer: string,
): { readonly url: string; readonly origin: 'configured' | 'message' } | undefined {
  const named = typeof name === 'string' && /^https?:\/\//.test(name) ? URL.parse(name) : null
  if (!named) return undefined
  if (named.origin === new URL(url).origin) return { url: named.href, origin: 'configured' }
  if (named.origin !== URL.parse(issuer)?.origin) return { url: named.href, origin: 'message' }
  return { url: new URL(`${named.pathname}${named.search}`, url).href, origin: 'configured' }
}

function readNamed(credentials: readonly string[]): Named {
  const payloads = credentials
    .map((text) => attempt(() => readAnySdJwt(text.trim()).payload))
    .flatMap((read) => ('value' in read ? [read.value] : []))
  const [issuer] = payloads.flatMap(({ iss }) => (typeof iss === 'string' ? [iss] : []))
  return { types: payloads.flatMap(({ vct }) => (typeof vct === 'string' ? [vct] : [])), ...(issuer && { issuer }) }
}
