import { isObject, type JsonValue } from './json.ts'

/** How libraries write a JSON value, in words. */
export const jsonSpellings: Readonly<Record<string, (value: JsonValue) => string>> = {
  'without blanks': (value) => JSON.stringify(value),
  'with a blank after commas and colons': (value) => writeSpaced(value),
  'with a blank after commas and colons, and everything beyond ASCII escaped': (value) =>
    escapeUnicode(writeSpaced(value)),
  'without blanks, and everything beyond ASCII escaped': (value) => escapeUnicode(JSON.stringify(value)),
  'on indented lines': (value) => JSON.stringify(value, null, 2),
}

function writeSpaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeSpaced(member)}`)
  return `{${members.join(', ')}}`
}

const escapeUnicode = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
