import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { HarnessError } from '../../../model/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import { writeMessage } from '../../terminal/messages.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type WorkOnPortions, workFolder } from '../audit.ts'
import type { AuditSource } from '../sources/list-sources.ts'

/** An audit whose portions are judged on other machines. */
export interface RemoteAudit {
  /** The messages of a subject, if they are what is audited. */
  readonly sources?: readonly AuditSource[]
  readonly openStream?: () => Readable
  readonly work: (sources: readonly AuditSource[]) => WorkOnPortions
  readonly close: () => Promise<void>
}

/** Flags that mean nothing without `--via`. */
const dependent = ['subject', 'shared', 'creds', 'tls-ca', 'tls-cert', 'tls-key'] as const

/** Connects to the server of `--via`. What is needed for it is loaded only then. */
export async function openRemote(
  args: Arguments,
  terminal: Terminal,
  folder: string,
): Promise<RemoteAudit | undefined> {
  const [address, subject] = [args.text('via'), args.text('subject')]
  if (address === undefined) {
    const lone = dependent.find((flag) => args.has(flag) || args.text(flag) !== undefined)
    if (lone !== undefined) throw new HarnessError('ERR_USAGE', `--${lone} needs --via nats://HOST`)
    return undefined
  }
  if ((subject !== undefined) === args.positionals.length > 0)
    throw new HarnessError('ERR_USAGE', 'pass either sources or --subject')
  const [{ readQueueAccess }, { openQueue }, { createRemoteWork }, { listSubject, openSubject }] = await Promise.all([
    import('./queue-flags.ts'),
    import('../../queue/queue.ts'),
    import('./gather.ts'),
    import('./read-subject.ts'),
  ])
  const queue = await openQueue(readQueueAccess(args, '--via', address))
  const messages = subject === undefined ? undefined : await findOrClose(queue, subject)
  const onQuiet = (): void =>
    writeMessage(terminal, 'note', 'no worker has answered for a while; `assay worker` starts one')
  return {
    ...(subject !== undefined &&
      messages && { sources: [listSubject(subject)], openStream: () => openSubject(messages) }),
    work: (sources) =>
      createRemoteWork({ queue, sources, folder: join(folder, workFolder), isShared: args.has('shared'), onQuiet }),
    close: queue.close,
  }
}

async function findOrClose(queue: Queue, subject: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    return await queue.findSubject(subject)
  } catch (error) {
    await queue.close()
    throw error
  }
}
