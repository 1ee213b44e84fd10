/** The fields of a record of a CSV file (RFC 4180). */
export function readRecord(record: string): readonly string[] {
  const fields: string[] = []
  const field = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gy
  for (let found = field.exec(record); found; found = field.exec(record)) {
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (field.lastIndex >= record.length) break
  }
  return fields
}

/** A record, and how many lines it has. */
interface CsvRecord {
  readonly text: string
  readonly lines: number
}

/** The records of a text. A field in quotes may have several lines. */
export function* splitRecords(text: string): Generator<CsvRecord> {
  const lines = text.split('\n')
  let held: string[] = []
  for (const line of lines) {
    held.push(line)
    const record = held.join('\n')
    if (countQuotes(record) % 2 === 1) continue
    yield { text: record.replace(/\r$/, ''), lines: held.length }
    held = []
  }
  if (held.length > 0) yield { text: held.join('\n'), lines: held.length }
}

const countQuotes = (text: string): number => text.split('"').length - 1

/** The place of a column, by its name or by its number from 1; -1 if there is none. */
export function findColumn(header: string, column: string): number {
  const names = readRecord(header.replace(/\r$/, '').replace(/^\uFEFF/, ''))
  const place = names.indexOf(column)
  return place < 0 && /^[1-9]\d{0,3}$/.test(column) ? Number(column) - 1 : place
}
