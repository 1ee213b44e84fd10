import type { HttpResponse } from '../../model/wire.ts'

/** The media type of an answer, without parameters and in small letters; nothing if it names none. */
export function readMediaType(replied: HttpResponse | undefined): string | undefined {
  const [type = ''] = (replied?.headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase() || undefined
}
