import { createHash } from 'node:crypto'
import { encodeBase64url } from '../encoding/base64url.ts'
import { jsonSpellings } from '../encoding/json-spellings.ts'
import type { Disclosure } from './disclosure.ts'

/** Beyond this many characters, as in a photo, nothing is tried. */
const longest = 4096

/** The spelling of the JSON of a disclosure whose digest is in the set, in words, if it is another than the received one. */
export function findSpelling({ content, text }: Disclosure, digests: ReadonlySet<string>): string | undefined {
  if (content === undefined || text.length > longest) return undefined
  const found = Object.keys(jsonSpellings).find((words) => {
    const respelled = encodeBase64url(jsonSpellings[words]?.(content) ?? '')
    return digests.has(createHash('sha256').update(respelled).digest('base64url'))
  })
  return found === undefined ? undefined : `the issuer hashed JSON ${found}`
}
