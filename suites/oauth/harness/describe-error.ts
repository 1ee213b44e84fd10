import type { HttpResponse } from '../../../model/wire.ts'
import { readBody } from '../../../src/harness/calls.ts'
import { showWords } from '../../../src/harness/obstacle.ts'

/** What an error says, for people. */
export function describeError(response: HttpResponse): string {
  const { error, error_description: more } = readBody(response) ?? {}
  const code = typeof error === 'string' ? `, \`${showWords(error)}\`` : ''
  return `${response.status}${code}${typeof more === 'string' ? ` (${showWords(more)})` : ''}`
}
