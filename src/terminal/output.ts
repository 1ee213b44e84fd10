import { fstatSync, writeSync } from 'node:fs'

/** Where a process writes its lines. */
export interface Output {
  /** Whether nothing is coloured, because it is not a terminal. */
  readonly isPlain: boolean
  readonly write: (text: string) => void
}

/**
 * A reader such as `head` closes the pipe early, and so does a terminal that is closed. The command still runs to its end
 * and sets its own exit code.
 */
export function watchStream(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount('error') > 0) return stream
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') process.exit(5)
  })
}

/** Opens standard output. A file or a pipe needs no stream of Node: loading that takes longer than what is written. */
export function openOutput(descriptor: 1): Output {
  const stats = fstatSync(descriptor)
  const isPlain = (stats.isFile() || stats.isFIFO() || stats.isSocket()) && process.env.FORCE_COLOR === undefined
  const writeToStream = (text: string | Uint8Array): void => void watchStream(process.stdout).write(text)
  return {
    isPlain,
    write: isPlain && process.platform !== 'win32' ? writeDirectly(descriptor, writeToStream) : writeToStream,
  }
}

/** Writes whole texts one after the other, until the stream has to take over. */
function writeDirectly(descriptor: number, otherwise: (rest: Uint8Array) => void): (text: string) => void {
  let isDirect = true
  return (text) => {
    let rest: Uint8Array = Buffer.from(text)
    while (isDirect && rest.length > 0) {
      const written = attemptWrite(descriptor, rest)
      if (written === undefined) isDirect = false
      else rest = rest.subarray(written)
    }
    if (rest.length > 0) otherwise(rest)
  }
}

/** Undefined where the stream knows better: a pipe that is full and does not wait, a reader that is gone, a full disk. */
function attemptWrite(descriptor: number, octets: Uint8Array): number | undefined {
  try {
    return writeSync(descriptor, octets)
  } catch {
    return undefined
  }
}
