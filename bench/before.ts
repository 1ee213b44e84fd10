import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as ours from './credentials.ts'
import { measureRounds, median, type Pace, type Row } from './rounds.ts'
import * as rows from './rows.ts'

/** A row now, and its time as a share of what it was. */
export interface Step {
  readonly name: string
  readonly micros: number
  readonly share: number
}

/** Measures the rows of an earlier commit and of this checkout in turn, in one process. Only rows that both have are measured. */
export async function measureBefore(commit: string, pace: Pace): Promise<readonly Step[]> {
  const top = resolve(import.meta.dirname, '..')
  const folder = join(mkdtempSync(join(tmpdir(), 'assay-')), 'before')
  const git = (...args: string[]): unknown =>
    execFileSync('git', args, { cwd: top, stdio: ['ignore', 'ignore', 'inherit'] })
  git('worktree', 'add', '--detach', folder, commit)
  try {
    symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'))
    const load = (name: string): Promise<unknown> => import(pathToFileURL(join(folder, 'bench', name)).href)
    const [theirs, theirRows] = await Promise.all([load('credentials.ts'), load('rows.ts')])
    // The functions of the earlier commit are used as this one's are: a commit where they differ cannot be measured.
    const before = await makeRows(theirs as typeof ours, theirRows as typeof rows)
    const now = await makeRows(ours, rows)
    const shared = now.filter(({ name }) => before.some((each) => each.name === name))
    const pairs = shared.flatMap((row) => [row, ...before.filter(({ name }) => name === row.name).map(rename)])
    const rounds = await measureRounds(pairs, pace)
    return shared.map(({ name }) => {
      const [after = [], first = []] = [name, earlier(name)].map((each) => rounds.get(each))
      // Two times of one round are compared: what else the machine does changes from round to round.
      const shares = after.map((micros, round) => micros / (first[round] ?? Number.NaN))
      return { name, micros: median(after), share: median(shares) }
    })
  } finally {
    git('worktree', 'remove', '--force', folder)
    rmSync(resolve(folder, '..'), { recursive: true })
  }
}

const makeRows = ({ createMaterial, settings }: typeof ours, { makeRows }: typeof rows): Promise<readonly Row[]> =>
  makeRows({ document: createMaterial(settings.document), rfc9901: createMaterial(settings.rfc9901) }, [])

const earlier = (name: string): string => `before: ${name}`
const rename = (row: Row): Row => ({ ...row, name: earlier(row.name) })
