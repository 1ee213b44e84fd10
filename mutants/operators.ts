import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { parseAst } from 'vite'

/** One small change in a source: `after` in place of what is between `start` and `end`. */
export interface Mutant {
  readonly number: string
  /** The file, the function, the operator and the change, in words: the same as long as the source is. */
  readonly place: string
  readonly file: string
  readonly line: number
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly after: string
}

/** A node of the tree that the parser makes. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

interface Change {
  readonly operator: string
  readonly after: string
  /** What is replaced; the node itself, where it is absent. */
  readonly of?: Pick<Node, 'start' | 'end'>
}

type Operator = (node: Node, text: (node: Pick<Node, 'start' | 'end'>) => string) => Iterable<Change>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const child = (node: Node, name: string): Node | undefined => {
  const value = node[name]
  return isNode(value) ? value : undefined
}

const listOf = (node: Node, name: string): readonly Node[] => {
  const value = node[name]
  return Array.isArray(value) ? value.filter(isNode) : []
}

const nameOf = (node: Node | undefined): string => {
  if (!node) return ''
  if (node.type === 'MemberExpression') return nameOf(child(node, 'property'))
  const name = node.name ?? node.value
  return typeof name === 'string' ? name : ''
}

const otherComparisons: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
}

const otherArithmetic: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '+', '/': '*', '%': '-' }

/** Names that are likely to be taken for one another. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ ES256: 'ES384', A256GCM: 'A128GCM', A128GCM: 'A256GCM', 'ECDH-ES': 'ECDH-ES+A128KW', 'sha-256': 'sha-512' },
  ...{ sha256: 'sha512', S256: 'plain', GET: 'POST', POST: 'GET', Bearer: 'DPoP', DPoP: 'Bearer' },
}

/** What draws something new each time. */
const drawing = new Set(['random', 'drawName', 'makeKey', 'makeNonce', 'makeCode', 'now', 'chooseKey'])

const isCompared = (node: Node): boolean => typeof node.operator === 'string' && node.operator in otherComparisons

const operators: Readonly<Record<string, Operator>> = {
  *BinaryExpression(node, text) {
    const [left, right] = [child(node, 'left'), child(node, 'right')]
    if (!left || !right) return
    const sides = (operator: string) => `${text(left)} ${operator} ${text(right)}`
    const { operator } = node
    const isText = [left, right].some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string')
    if (isCompared(node)) {
      yield { operator: 'other comparison', after: sides(otherComparisons[String(operator)] ?? '') }
      yield { operator: 'condition always true', after: 'true' }
      yield { operator: 'condition always false', after: 'false' }
    } else if (String(operator) in otherArithmetic && !isText)
      yield { operator: 'other arithmetic', after: sides(otherArithmetic[String(operator)] ?? '') }
  },
  *LogicalExpression(node, text) {
    const [left, right] = [child(node, 'left'), child(node, 'right')]
    if (!left || !right) return
    if (node.operator !== '??')
      yield {
        operator: 'and for or',
        after: `(${text(left)}) ${node.operator === '&&' ? '||' : '&&'} (${text(right)})`,
      }
    yield { operator: 'drop a condition', after: `(${text(left)})` }
    yield { operator: 'drop a condition', after: `(${text(right)})` }
  },
  *UnaryExpression(node, text) {
    const inner = child(node, 'argument')
    if (inner && node.operator === '!') yield { operator: 'negate', after: `(${text(inner)})` }
  },
  *ConditionalExpression(node, text) {
    const [first, second] = [child(node, 'consequent'), child(node, 'alternate')]
    if (first) yield { operator: 'condition always true', after: `(${text(first)})` }
    if (second) yield { operator: 'condition always false', after: `(${text(second)})` }
  },
  *IfStatement(node, text) {
    const [test, then] = [child(node, 'test'), child(node, 'consequent')]
    if (!test || !then) return
    yield { operator: 'negate', of: test, after: `!(${text(test)})` }
    if (then.type === 'ReturnStatement' || then.type === 'ThrowStatement') {
      yield { operator: 'drop a refusal', after: ';' }
      yield { operator: 'skipped the second time', of: test, after: `(${text(test)}) && !__again()` }
      yield { operator: 'only the second time', of: test, after: `(${text(test)}) && __again()` }
    } else yield { operator: 'drop a statement', after: ';' }
  },
  *ExpressionStatement(node, text) {
    if (typeof child(node, 'expression')?.value === 'string') return
    yield { operator: 'drop a statement', after: ';' }
    yield { operator: 'dropped the second time', after: `;if (!__again()) { ${text(node)} }` }
  },
  *Literal({ value, raw }) {
    if (typeof value === 'boolean') yield { operator: 'other constant', after: String(!value) }
    if (typeof value === 'number') {
      yield { operator: 'other constant', after: String(value + 1) }
      if (value > 1) yield { operator: 'other constant', after: String(Math.floor(value / 2)) }
    }
    if (typeof value === 'string' && value !== '' && typeof raw === 'string')
      yield { operator: 'other name', after: `'${otherNames[value] ?? `${value}x`}'` }
  },
  *CallExpression(node, text) {
    const [callee, args] = [child(node, 'callee'), listOf(node, 'arguments')]
    if (!callee) return
    const [first, second] = args
    if (first && second && ![first, second].some(({ type }) => type === 'SpreadElement'))
      yield {
        operator: 'swapped arguments',
        of: { start: first.start, end: second.end },
        after: `${text(second)}, ${text(first)}`,
      }
    const name = nameOf(callee)
    if (drawing.has(name)) yield { operator: 'constant in place of random', after: `__first(() => ${text(node)})` }
    if (name === 'get') yield { operator: 'stale cache', after: `__first(() => ${text(node)})` }
    const [object, property] = [child(callee, 'object'), child(callee, 'property')]
    if (callee.type !== 'MemberExpression' || !object || !property) return
    if (['every', 'some'].includes(name))
      yield { operator: 'any for all', of: property, after: name === 'every' ? 'some' : 'every' }
    if (['every', 'some', 'map', 'flatMap', 'find', 'filter'].includes(name)) {
      yield { operator: 'first element', of: object, after: `${text(object)}.slice(0, 1)` }
      yield { operator: 'other elements', of: object, after: `${text(object)}.slice(1)` }
    }
    if (['filter', 'toSorted', 'toLowerCase', 'trim', 'slice', 'toReversed'].includes(name) || text(object) === 'Math')
      yield { operator: 'drop a call', after: text(object) === 'Math' && first ? `(${text(first)})` : text(object) }
  },
  *ObjectExpression(node, text) {
    for (const each of listOf(node, 'properties')) yield { operator: 'drop a member', of: each, after: '...{}' }
    yield* remember(listOf(node, 'properties'), text)
  },
  *ArrayExpression(node) {
    const elements = listOf(node, 'elements')
    if (elements.length > 1)
      for (const each of elements) yield { operator: 'drop an element', of: each, after: '...[]' }
  },
  *TemplateLiteral(node, text) {
    yield { operator: 'other name', after: `${text(node).slice(0, -1)}x\`` }
  },
}

/** Validations that are members of a table: each of them is left out under a condition. */
function* remember(properties: readonly Node[], text: (node: Node) => string): Generator<Change> {
  for (const property of properties) {
    const [key, value] = [child(property, 'key'), child(property, 'value')]
    if (!key || !value || typeof key.value !== 'string') continue
    const isValidation = value.type === 'ArrowFunctionExpression' || value.type === 'CallExpression'
    if (isValidation)
      for (const [operator, helper] of conditions) yield { operator, of: value, after: `${helper}(${text(value)})` }
  }
}

const conditions = [
  ['never validated', '__never'],
  ['validated only the first time', '__firstTime'],
  ['not validated after a valid one', '__untilGood'],
  ['not validated after an error', '__untilBad'],
  ['first result kept', '__kept'],
  ['not validated again for the same token or session', '__onceForEach'],
] as const

/** What mutants use. What they remember is forgotten with each session (`beginSession`). */
export const helpers = `
;function __again() { return __remembered.count++ > 0 }
function __first(make) { return (__remembered.value ??= { is: make() }).is }
function __never() { return () => true }
function __firstTime(f) { return (...all) => __again() || f(...all) }
function __untilGood(f) { return (...all) => __remembered.isOver || (__remembered.isOver = f(...all)) }
function __untilBad(f) { return (...all) => __remembered.isOver || !(__remembered.isOver = !f(...all)) }
function __onceForEach(f) {
  return (...all) => {
    const [{ token, request }] = all
    const name = token || (request && (request.nonce || request.code)) || ''
    const seen = (__remembered.seen ??= new Set())
    return (name !== '' && seen.has(name)) || (f(...all) && Boolean(seen.add(name)))
  }
}
function __kept(f) { return (...all) => __first(() => f(...all)) }
`

const isType = ({ type }: Node): boolean =>
  type === 'ImportDeclaration' ||
  (type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type))

/** All mutants of a source, whose places begin with a name. */
export function listMutants(file: string, source: string, name = basename(file)): readonly Mutant[] {
  const mutants = new Map<string, Mutant>()
  const text = ({ start, end }: Pick<Node, 'start' | 'end'>): string => source.slice(start, end)
  const visit = (node: Node, where: string): void => {
    if (isType(node)) return
    const declared = /Declarat/.test(node.type) ? nameOf(child(node, 'id')) : ''
    const inside = where === '' && declared !== '' ? declared : where
    for (const { operator, after, of = node } of operators[node.type]?.(node, text) ?? []) {
      const words = (value: string): string => value.replace(/\s+/g, ' ').slice(0, 100)
      const base = `${name}:${inside}: ${operator}: ${words(text(of))} -> ${words(after)}`
      const place = [base, ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${base} (${n})`)].find((each) => !mutants.has(each))
      if (place === undefined) continue
      const number = createHash('sha256').update(place).digest('hex').slice(0, 8)
      const line = source.slice(0, of.start).split('\n').length
      mutants.set(place, { number, place, file, line, operator, start: of.start, end: of.end, after })
    }
    for (const [name, value] of Object.entries(node)) {
      if (name === 'key' && node.computed !== true && isNode(value) && value.type === 'Literal') continue
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, inside)
    }
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, '')
  return [...mutants.values()].filter(({ start, end, after }) => source.slice(start, end) !== after)
}

/** The source with one mutant in it. */
export const applyMutant = (source: string, { start, end, after }: Mutant): string =>
  `${source.slice(0, start)}${after}${source.slice(end)}${helpers}`
