/**
 * The code of an error, or of the first of several that came together.
 *
 * undici's parser leaves the code out, so that the name of its error is used.
 */
export function getErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return getErrorCode(error.errors[0])
  return error.name === 'HTTPParserError' ? error.name : undefined
}
