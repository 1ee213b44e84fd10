/** Writes a text in another way. Every coding can be undone: what it writes is the text to whoever knows the coding. */
type Coding = (text: string) => string

const octets = (text: string, encoding: BufferEncoding = 'utf8'): Buffer => Buffer.from(text, encoding)
const letters32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const letters58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const toBase32 = (text: string): string =>
  [...octets(text)]
    .map((octet) => octet.toString(2).padStart(8, '0'))
    .join('')
    .replaceAll(/.{1,5}/g, (bits) => letters32.charAt(Number.parseInt(bits.padEnd(5, '0'), 2)))

function toBase58(text: string): string {
  let [rest, written] = [BigInt(`0x${octets(text).toString('hex')}`), '']
  for (; rest > 0n; rest /= 58n) written = letters58.charAt(Number(rest % 58n)) + written
  return written
}

const shift = (text: string, by: number): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + by) % 26) + first)
  })
const percent = (text: string): string =>
  [...octets(text)].map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('')
const each = (text: string, by: string): string => [...text].join(by)
const numbers = (text: string, radix: number, by: string): string =>
  [...octets(text)].map((octet) => octet.toString(radix)).join(by)
const reverse = (text: string): string => [...text].toReversed().join('')
const base64 = (text: string): string => octets(text).toString('base64')

/** Forty ways in which a target can write what it knows. */
export const codings: Readonly<Record<string, Coding>> = {
  'in clear': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'letters with blanks': (text) => each(text, ' '),
  reversed: reverse,
  dotted: (text) => each(text, '.'),
  hyphenated: (text) => each(text, '-'),
  'with underscores': (text) => each(text, '_'),
  'with slashes': (text) => each(text, '/'),
  'letters and underscores only': (text) =>
    shift(text, 1)
      .replaceAll(/[^a-z]/gi, '_')
      .toLowerCase(),
  base64,
  base64url: (text) => octets(text).toString('base64url'),
  'base64 twice': (text) => base64(base64(text)),
  'base64 of hexadecimal': (text) => base64(octets(text).toString('hex')),
  'base64, reversed': (text) => reverse(base64(text)),
  'base64 of what is reversed': (text) => base64(reverse(text)),
  'base64 in lines': (text) => base64(text).replaceAll(/.{4}/g, '$&.'),
  'base64 of UTF-16': (text) => octets(text, 'utf16le').toString('base64'),
  hexadecimal: (text) => octets(text).toString('hex'),
  'hexadecimal in capitals': (text) => octets(text).toString('hex').toUpperCase(),
  'hexadecimal with colons': (text) => numbers(text, 16, ':'),
  'hexadecimal of UTF-16': (text) => octets(text, 'utf16le').toString('hex'),
  'hexadecimal twice': (text) => octets(octets(text).toString('hex')).toString('hex'),
  base32: toBase32,
  'base32 in small letters': (text) => toBase32(text).toLowerCase(),
  base58: toBase58,
  'percent signs': percent,
  'percent signs twice': (text) => encodeURIComponent(percent(text)),
  'percent signs and a stray one': (text) => `${percent(text)}%`,
  'decimal numbers': (text) => numbers(text, 10, '-'),
  octal: (text) => numbers(text, 8, '-'),
  binary: (text) => numbers(text, 2, '-'),
  'one large number': (text) => BigInt(`0x${octets(text).toString('hex')}`).toString(10),
  ROT13: (text) => shift(text, 13),
  'shifted by one': (text) => shift(text, 1),
  'escaped as in JSON': (text) => [...text].map((unit) => `u00${unit.charCodeAt(0).toString(16)}`).join(''),
  'escaped as in XML': (text) => [...text].map((unit) => `&#${unit.charCodeAt(0)};`).join(''),
  'as a host': (text) => `${octets(text).toString('hex').replaceAll(/.{20}/g, '$&.')}.example`,
  'as an address': (text) => `https://${octets(text).toString('hex').slice(0, 60)}.example/${base64(text)}`,
  'as a media type': (text) => `application/${octets(text).toString('hex')}`,
}
