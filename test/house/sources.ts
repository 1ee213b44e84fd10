import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { sourcesIn } from './imports.ts'

/** A node of a syntax tree (ESTree), as far as the house tests look at it. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

export interface Source {
  readonly file: string
  readonly text: string
  readonly nodes: readonly SyntaxNode[]
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function* walk(value: unknown): Generator<SyntaxNode> {
  if (isNode(value)) yield value
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* walk(each)
}

export function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8')
  return { file, text, nodes: [...walk(parseAst(text, { lang: 'ts' }, file))] }
}

/** The hand-written sources of the product. */
export const productSources: readonly Source[] = ['model', 'protocol', 'suites', 'src', 'reporters']
  .flatMap(sourcesIn)
  .filter((file) => !file.endsWith('.generated.ts') && !file.startsWith('suites/document/all/'))
  .map(readSource)

/** The name of a node: its own if it is an identifier, that of what it declares or reads otherwise. */
export const getName = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (typeof node.name === 'string') return node.name
  return getName(node.id) ?? (node.type === 'MemberExpression' ? getName(node.property) : undefined)
}

/** The number of the line, from 1, on which an offset is. */
export const countLines = (text: string, end = text.length): number => text.slice(0, end).split('\n').length

/** The folder that a house test counts by: a section of `suites`, a room of `src`, or the top folder. */
export const findFolder = (file: string): string => {
  const [top = '', second = '', third] = file.split('/')
  return (top === 'src' || top === 'suites') && third !== undefined ? `${top}/${second}` : top
}
