import type { RecordLine } from '../model/record.ts'
import type { Reporter } from '../model/reporter.ts'
import type { RunReport } from '../model/run-report.ts'
import type { HeaderFields } from '../model/wire.ts'
import { countOutcomes } from './result-status.ts'
import { formatJsonLines } from './text/sanitize.ts'
import { summarizeVerdict } from './text/verdict.ts'

/** Characters of one body that are shown. */
const maxBody = 100_000

/** HAR 1.2: the messages of the record, for tools that show HTTP. Each session is a page. */
export const har: Reporter = {
  name: 'har',

  *render(report, record = []) {
    const { tool, verdict, results } = report
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
    yield* formatJsonLines(
      {
        log: {
          version: '1.2',
          creator: { name: tool.name, version: tool.version },
          pages: listPages(report, record),
          entries: record.map(createEntry),
          comment: `${summarizeVerdict(report)}. Private values are described, not shown.`,
          _assay: { verdict, outcomes: countOutcomes(report), failed },
        },
      },
      maxBody,
    )
  },
}

const listPages = ({ sessions }: RunReport, record: readonly RecordLine[]) =>
  [...Map.groupBy(record, ({ session }) => session)].map(([id, [first]]) => {
    const purpose = sessions.find(({ session }) => session === id)?.purpose
    const title = purpose === undefined ? id : `${id}: ${purpose}`
    return { startedDateTime: first?.sentAt ?? '', id, title, pageTimings: {} }
  })

function createEntry({
  number,
  session,
  endpoint,
  from,
  to,
  sentAt,
  milliseconds,
  request,
  response,
  transportError,
}: RecordLine) {
  return {
    pageref: session,
    startedDateTime: sentAt,
    time: milliseconds,
    request: { ...createHarRequest(request), headers: listNameValues(request.headers) },
    response: response
      ? createHarResponse(response)
      : { ...noResponse, ...(transportError && { _error: transportError.message }) },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    comment: `message ${number}: ${endpoint}, from ${from} to ${to}`,
  }
}

/** Members that HAR requires and a record does not have. */
const unrecorded = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 }

function createHarRequest({ method, url, headers, body }: RecordLine['request']) {
  const text = formatBody(body)
  return {
    ...{ method, url: formatUrl(url), ...unrecorded, queryString: parseQuery(url) },
    ...(text !== undefined && { postData: { mimeType: headers['content-type'] ?? 'text/plain', text } }),
  }
}

function createHarResponse({ status, headers, body }: NonNullable<RecordLine['response']>) {
  const text = formatBody(body)
  const mimeType = headers['content-type'] ?? 'x-unknown'
  return {
    ...{ status, statusText: '', ...unrecorded, headers: listNameValues(headers), redirectURL: headers.location ?? '' },
    content: { size: Buffer.byteLength(text ?? ''), mimeType, ...(text !== undefined && { text }) },
  }
}

/** The response of a message that has none, or did not arrive. */
const noResponse = {
  ...{ status: 0, statusText: '', ...unrecorded, headers: [], redirectURL: '' },
  content: { size: 0, mimeType: 'x-unknown' },
}

const listNameValues = (fields: HeaderFields) => Object.entries(fields).map(([name, value]) => ({ name, value }))

const formatBody = (body: unknown): string | undefined =>
  typeof body === 'string' || body === undefined ? body : JSON.stringify(body)

/** Formats a URL in which descriptions stand for private values as a valid URL. */
function formatUrl(url: string): string {
  const encoded = encodeURI(url.slice(0, 4_000).toWellFormed())
  return /^[a-z][a-z0-9+.-]*:[^[\]\\^`{|}"]*$/i.test(encoded) ? encoded : `urn:assay:${encodeURIComponent(encoded)}`
}

function parseQuery(url: string) {
  const query = url.slice(0, 4_000).split('#', 1)[0]?.split('?').slice(1).join('?') ?? ''
  return query.split('&').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name === '' ? [] : [{ name, value: value.join('=') }]
  })
}
