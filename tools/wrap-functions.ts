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
    const tree = parseAst(text) as unknown as Node
    const isCalled = ({ start, end }: Node): boolean => called.has(`${start} ${end}`)
    const wrapped = putParentheses(
      text,
      listExpressions(tree).filter(isCalled),
      listDeclarations(tree).filter(isCalled),
    )
    writeFileSync(file, escapeWide(wrapped))
  }
}

/** A single character outside ASCII makes every other take two octets, and the text of the file twice as long to load. */
const escapeWide = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (wide) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`)

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

/** Functions that are declared for the whole file. */
const listDeclarations = ({ body }: Node): readonly Node[] =>
  (Array.isArray(body) ? body : []).filter((each) => isNode(each) && each.type === 'FunctionDeclaration')

/** Functions that are values. Methods cannot be put into parentheses. */
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

/** A declaration is in force from the beginning of its file: as the value of a variable it has to be there. */
function putParentheses(text: string, expressions: readonly Node[], declarations: readonly Node[]): string {
  const marks = expressions
    .flatMap(({ start, end }) => [
      { at: start, mark: '(' },
      { at: end, mark: ')' },
    ])
    .toSorted((a, b) => a.at - b.at || (a.mark === ')' ? -1 : 1))
  const write = (start: number, end: number): string => {
    let [written, from] = ['', start]
    for (const { at, mark } of marks) {
      if (at < start || at > end) continue
      written += text.slice(from, at) + mark
      from = at
    }
    return written + text.slice(from, end)
  }
  let [head, rest, from] = ['', '', 0]
  for (const { start, end, id } of declarations) {
    head += `var ${(id as { name: string }).name}=(${write(start, end)});`
    rest += write(from, start)
    from = end
  }
  return head + rest + write(from, text.length)
}
