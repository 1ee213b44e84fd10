/** Columns of a record that are read. */
const mostColumns = 10_000

/** The fields of a record of a CSV file (RFC 4180). A quote that is never closed is a character like any other. */
export function readRecord(record: string): readonly string[] {
  const fields: string[] = []
  for (let at = 0; fields.length < mostColumns; at++) {
    const close = record[at] === '"' ? findClosingQuote(record, at + 1) : -1
    const end = close < 0 ? findComma(record, at) : close + 1
    fields.push(close < 0 ? record.slice(at, end) : record.slice(at + 1, close).replaceAll('""', '"'))
    at = end
    if (record[at] !== ',') break
  }
  return fields
}

/** The next quote that is not one of two in a row; -1 if there is none. */
function findClosingQuote(record: string, from: number): number {
  let at = record.indexOf('"', from)
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2)
  return at
}

function findComma(record: string, from: number): number {
  const at = record.indexOf(',', from)
  return at < 0 ? record.length : at
}

/** A record, and how many lines it has. */
interface CsvRecord {
  readonly text: string
  readonly lines: number
}

const [newline, quote] = [10, 34]

/** The records of a text. A field in quotes may have several lines. Each character is read once. */
export function* splitRecords(text: string): Generator<CsvRecord> {
  let [start, lines, isQuoted] = [0, 1, false]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === quote) isQuoted = !isQuoted
    if (unit !== newline) continue
    if (isQuoted) lines++
    else {
      yield { text: text.slice(start, text[at - 1] === '\r' ? at - 1 : at), lines }
      start = at + 1
      lines = 1
    }
  }
  yield { text: text.slice(start), lines }
}

/** The place of a column, by its name or by its number from 1; -1 if there is none. */
export function findColumn(header: string, column: string): number {
  const names = readRecord(header.replace(/\r$/, '').replace(/^\uFEFF/, ''))
  const place = names.indexOf(column)
  return place < 0 && /^[1-9]\d{0,3}$/.test(column) ? Number(column) - 1 : place
}
