import { sanitizeForFile } from './sanitize.ts'

/** Formats a text from outside as inline code: it mentions no user, makes no link and loads no picture. */
export function formatCode(text: string): string {
  const safe = sanitizeForFile(text === '' ? ' ' : text, 400).replaceAll('|', '\\|')
  const fence = '`'.repeat(countLongestRun(safe) + 1)
  const space = /^`|`$|^ .* $/.test(safe) ? ' ' : ''
  return `${fence}${space}${safe}${space}${fence}`
}

/** Formats lines from outside as a code block. */
export function formatCodeBlock(lines: readonly string[]): readonly string[] {
  const safe = lines.map((line) => sanitizeForFile(line))
  const fence = '`'.repeat(Math.max(3, countLongestRun(safe.join('\n')) + 1))
  return [`${fence}text`, ...safe, fence]
}

/** Formats one of our sentences, with code between backquotes. */
export const formatSentence = (sentence: string): string =>
  sentence
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? formatCode(part.slice(1, -1)) : part.replaceAll(markdownSyntax, '\\$&')))
    .join('')

const markdownSyntax = /[<>&*_[\]#|!@~$\\]|:(?=\S)/g

const countLongestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
