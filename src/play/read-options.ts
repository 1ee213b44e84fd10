import type { OwnSuite } from '../../suites/own/own-suite.ts'
import { standards } from '../../suites/standards.ts'
import { parseConcurrency, requireKnownPatterns } from '../config/check-values.ts'
import type { TestOptions } from '../harness/test-options.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { readKnown } from '../verify/options.ts'

/** The requirements that `--only` and `--skip` select; nothing, if all are. */
export function readSelection(args: Arguments, own?: OwnSuite): TestOptions['selection'] {
  const ids = [...Object.values(standards), ...(own ? [own] : [])].flatMap(({ requirements }) =>
    requirements.map(({ id }) => id),
  )
  const only = requireKnownPatterns('--only', args.texts('only'), ids)
  const skip = args.texts('skip')
  requireKnownPatterns(
    '--skip',
    skip.map((pattern) => pattern.split('/')[0] ?? ''),
    ids,
  )
  return only.length + skip.length === 0 ? undefined : { only, skip }
}

/** What is known where messages come from an implementation, and what is judged. */
export function readTestOptions(args: Arguments, own?: OwnSuite): TestOptions {
  const selection = readSelection(args, own)
  const most = args.text('concurrency')
  return {
    ...readKnown(args),
    ...(selection && { selection }),
    ...(own && { own }),
    ...(most !== undefined && { concurrency: parseConcurrency('--concurrency', most) }),
  }
}
