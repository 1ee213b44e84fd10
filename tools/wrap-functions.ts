import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Which functions of a file were called: where each begins and ends. */
interface Covered {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]
  }[]
}

/** A part of a syntax tree. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/**
 * Puts the functions that a command calls into parentheses. Node's compile cache holds what is compiled when a file is
 * loaded; a function is compiled later, when it is called, and not kept, unless it is in parentheses.
 */
export async function wrapCalledFunctions(command: string[], files: readonly string[]): Promise<void> {
  const { parseAst } = await import('rolldown/parseAst')
  const covered = recordCalls(command)
  for (const file of files) {
    const called = new Set(
      (covered.find(({ url }) => url.startsWith('file:') && fileURLToPath(url) === file)?.functions ?? []).flatMap(
        ({ ranges: [whole] }) => (whole && whole.count > 0 ? [`${whole.startOffset} ${whole.endOffset}`] : []),
      ),
    )
    const text = readFileSync(file, 'utf8')
    const places = listExpressions(parseAst(text) as unknown as Node).filter(({ start, end }) =>
      called.has(`${start} ${end}`),
    )
    writeFileSync(file, putParentheses(text, places))
  }
}

/** Runs a command of the compiled package, whatever comes of it, and reads which functions it called. */
function recordCalls(command: string[]): readonly Covered[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-build-'))
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder }
    spawnSync(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    return readdirSync(folder).flatMap(
      (name): readonly Covered[] => JSON.parse(readFileSync(join(folder, name), 'utf8')).result,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Functions that are values: declarations and methods cannot be put into parentheses. */
function listExpressions(node: Node, found: Node[] = [], isMethod = false): readonly Node[] {
  if ((node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') && !isMethod) found.push(node)
  for (const [name, member] of Object.entries(node)) {
    const hasMethod = name === 'value' && (node.type === 'MethodDefinition' || node.method === true || isAccessor(node))
    for (const each of Array.isArray(member) ? member : [member])
      if (isNode(each)) listExpressions(each, found, hasMethod)
  }
  return found
}

const isAccessor = ({ kind }: Node): boolean => kind === 'get' || kind === 'set'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function putParentheses(text: string, places: readonly Node[]): string {
  const marks = places.flatMap(({ start, end }) => [
    { at: start, mark: '(' },
    { at: end, mark: ')' },
  ])
  let written = ''
  let from = 0
  for (const { at, mark } of marks.toSorted((a, b) => a.at - b.at || (a.mark === ')' ? -1 : 1))) {
    written += text.slice(from, at) + mark
    from = at
  }
  return written + text.slice(from)
}
