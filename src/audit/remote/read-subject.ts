import { Readable } from 'node:stream'
import type { AuditSource } from '../sources/list-sources.ts'

/** The messages of a subject as a source: a line for each. */
export const listSubject = (subject: string): AuditSource => ({
  ...{ name: subject, form: 'lines', packing: 'none', size: 0, changed: 0, isStream: true },
})

/** Opens the messages of a subject as text: a message is one line, whatever is in it. */
export function openSubject(messages: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(writeLines(messages), { objectMode: false, highWaterMark: 1 << 20 })
}

async function* writeLines(messages: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const octets of messages)
    yield Buffer.from(
      `${Buffer.from(octets)
        .toString('utf8')
        .trim()
        .replaceAll(/[\r\n]+/g, ' ')}\n`,
    )
}
