import { createHash } from 'node:crypto'
import { encodeBase64url } from '../encoding/base64url.ts'
import { isObject, type JsonValue } from '../encoding/json.ts'
import type { Disclosure } from './disclosure.ts'

/** How libraries write JSON, in words. */
const spellings: Readonly<Record<string, (value: JsonValue) => string>> = {
  'the issuer hashed JSON without blanks': (value) => JSON.stringify(value),
  'the issuer hashed JSON with a blank after commas and colons': (value) => writeSpaced(value),
  'the issuer hashed JSON with a blank after commas and colons, and everything beyond ASCII escaped': (value) =>
    escapeUnicode(writeSpaced(value)),
  'the issuer hashed JSON without blanks, and everything beyond ASCII escaped': (value) =>
    escapeUnicode(JSON.stringify(value)),
  'the issuer hashed JSON on indented lines': (value) => JSON.stringify(value, null, 2),
}

/** Beyond this many characters, as in a photo, nothing is tried. */
const longest = 4096

/** The spelling of the JSON of a disclosure whose digest is in the set, in words, if it is another than the received one. */
export function findSpelling({ content, text }: Disclosure, digests: ReadonlySet<string>): string | undefined {
  if (content === undefined || text.length > longest) return undefined
  return Object.keys(spellings).find((words) => {
    const respelled = encodeBase64url(spellings[words]?.(content) ?? '')
    return digests.has(createHash('sha256').update(respelled).digest('base64url'))
  })
}

function writeSpaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeSpaced(member)}`)
  return `{${members.join(', ')}}`
}

const escapeUnicode = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
