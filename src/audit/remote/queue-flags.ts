import { readFileSync } from 'node:fs'
import { readOrExplain } from '../../files/inputs.ts'
import { parseQueueAddress, type QueueAccess } from '../../queue/access.ts'
import type { Arguments } from '../../terminal/arguments.ts'

/** Reads how a server is reached, and the files that are needed for it. */
export function readQueueAccess(args: Arguments, flag: string, address: string): QueueAccess {
  const read = (name: string): string | undefined => {
    const file = args.text(name)
    return file === undefined ? undefined : readOrExplain(file, () => readFileSync(file, 'utf8'))
  }
  const [credentials, authority, certificate, key] = [read('creds'), read('tls-ca'), read('tls-cert'), read('tls-key')]
  return {
    ...parseQueueAddress(flag, address),
    ...(credentials !== undefined && { credentials }),
    ...(authority !== undefined && { authority }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  }
}
