import { shown } from './telling.ts'

/** Text of a stranger as code in a line: it mentions nobody, links to nothing and loads no picture. */
export function code(text: string): string {
  const safe = shown(text === '' ? ' ' : text, 400).replaceAll('|', '\\|')
  const fence = '`'.repeat(longestRun(safe) + 1)
  const blank = /^`|`$|^ .* $/.test(safe) ? ' ' : ''
  return `${fence}${blank}${safe}${blank}${fence}`
}

/** Lines of a stranger as a block of code. */
export function fenced(lines: readonly string[]): readonly string[] {
  const safe = lines.map((line) => shown(line))
  const fence = '`'.repeat(Math.max(3, longestRun(safe.join('\n')) + 1))
  return [`${fence}text`, ...safe, fence]
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
