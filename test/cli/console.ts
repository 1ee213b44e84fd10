import { plainPaint } from '../../reporters/text/paint.ts'
import { dispatch } from '../../src/cli/dispatch.ts'

/** What a command line said, and what it ended with. */
export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, with a terminal of paper. */
export async function assay(argv: readonly string[], stdin: string | Buffer = ''): Promise<Said> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await dispatch(argv, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    paint: plainPaint,
    stdin: () => Buffer.from(stdin),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
