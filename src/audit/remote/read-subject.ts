import { Readable } from 'node:stream'
import type { Queue } from '../../queue/queue.ts'
import type { AuditSource } from '../sources/list-sources.ts'

/** The messages of a subject as a source: a line for each. */
export const listSubject = (subject: string): AuditSource => ({
  ...{ name: subject, form: 'lines', packing: 'none', size: 0, changed: 0, isStream: true },
})

/** Opens the messages of a subject as text: a message is one line, whatever is in it. */
export function openSubject(queue: Queue, subject: string): Readable {
  return Readable.from(readLines(queue, subject), { objectMode: false, highWaterMark: 1 << 20 })
}

async function* readLines(queue: Queue, subject: string): AsyncGenerator<Buffer> {
  for await (const octets of queue.readSubject(subject))
    yield Buffer.from(
      `${Buffer.from(octets)
        .toString('utf8')
        .trim()
        .replaceAll(/[\r\n]+/g, ' ')}\n`,
    )
}
