import type { RecordLine } from '../src/model/record.ts'
import type { Reporter, RunReport } from '../src/model/run-report.ts'
import type { Fields } from '../src/model/wire.ts'
import { tallyOf } from './standing.ts'
import { jsonLines, verdictLine } from './telling.ts'

/** Characters of one body. */
const longest = 100_000

/** HAR 1.2: the messages of the record, for whatever shows HTTP. A page is a session. */
export const har: Reporter = {
  name: 'har',

  *render(report, record = []) {
    const { tool, verdict, results } = report
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
    yield* jsonLines(
      {
        log: {
          version: '1.2',
          creator: { name: tool.name, version: tool.version },
          pages: pagesOf(report, record),
          entries: record.map(entryOf),
          comment: `${verdictLine(report)}. What is private in a message is described, not shown.`,
          _assay: { verdict, outcomes: tallyOf(report), failed },
        },
      },
      longest,
    )
  },
}

const pagesOf = ({ sessions }: RunReport, record: readonly RecordLine[]) =>
  [...Map.groupBy(record, ({ session }) => session)].map(([id, [first]]) => {
    const why = sessions.find(({ session }) => session === id)?.why
    const title = why === undefined ? id : `${id}: ${why}`
    return { startedDateTime: first?.sent ?? '', id, title, pageTimings: {} }
  })

function entryOf({ number, session, endpoint, from, to, sent, took, request, response, lost }: RecordLine) {
  return {
    pageref: session,
    startedDateTime: sent,
    time: took,
    request: { ...requestOf(request), headers: rowsOf(request.headers) },
    response: response ? responseOf(response) : { ...none, ...(lost && { _error: lost.message }) },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
    comment: `message ${number}: ${endpoint}, from ${from} to ${to}`,
  }
}

/** What is not known of a message, as only its content is kept. */
const unknown = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 }

function requestOf({ method, url, headers, body }: RecordLine['request']) {
  const text = textOf(body)
  return {
    ...{ method, url: addressOf(url), ...unknown, queryString: queryOf(url) },
    ...(text !== undefined && { postData: { mimeType: headers['content-type'] ?? 'text/plain', text } }),
  }
}

function responseOf({ status, headers, body }: NonNullable<RecordLine['response']>) {
  const text = textOf(body)
  const mimeType = headers['content-type'] ?? 'x-unknown'
  return {
    ...{ status, statusText: '', ...unknown, headers: rowsOf(headers), redirectURL: headers.location ?? '' },
    content: { size: Buffer.byteLength(text ?? ''), mimeType, ...(text !== undefined && { text }) },
  }
}

/** Where nothing came back: the message travels one way, or was lost. */
const none = {
  ...{ status: 0, statusText: '', ...unknown, headers: [], redirectURL: '' },
  content: { size: 0, mimeType: 'x-unknown' },
}

const rowsOf = (fields: Fields) => Object.entries(fields).map(([name, value]) => ({ name, value }))

const textOf = (body: unknown): string | undefined =>
  typeof body === 'string' || body === undefined ? body : JSON.stringify(body)

/** An address in which descriptions stand for what is private, as an address. */
function addressOf(url: string): string {
  const encoded = encodeURI(url.slice(0, 4_000).toWellFormed())
  return /^[a-z][a-z0-9+.-]*:[^[\]\\^`{|}"]*$/i.test(encoded) ? encoded : `urn:assay:${encodeURIComponent(encoded)}`
}

function queryOf(url: string) {
  const query = url.slice(0, 4_000).split('#', 1)[0]?.split('?').slice(1).join('?') ?? ''
  return query.split('&').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name === '' ? [] : [{ name, value: value.join('=') }]
  })
}
