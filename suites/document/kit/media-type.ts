import type { HttpResponse } from '../../../model/wire.ts'

/** The media type of a response, without parameters and in lower case; `undefined` if there is none. */
export function readMediaType(response: HttpResponse | undefined): string | undefined {
  const [type = ''] = (response?.headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase() || undefined
}
