import { X509Certificate } from 'node:crypto'
import type { HttpResponse } from '../model/wire.ts'
import type { Seen } from '../src/harness/seen.ts'

/** Half of a value of 128 bits is a probe. */
const drawn = /[\w-]{11,}/g
const certificate = /\bMII[\w+/]{100,}={0,2}/g
const signed = /(?<![\w.-])eyJ[\w-]+\.[\w-]+\.[\w-]*(?![\w.-])/g

const decode = (text: string): string => Buffer.from(text, 'base64url').toString()

/** What is signed in ASN.1 has another length each time. */
const roundLength = ({ length }: string): number => 16 * Math.round(length / 16)

/** A signed token by what it says: a signature is another one each time. */
const openTokens = (text: string): string =>
  text.replace(signed, (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    return `<${openTokens(decode(header))}.${openTokens(decode(payload))}.${roundLength(signature)}>`
  })

/** A certificate by what it certifies. */
function readCertificate(text: string): string {
  try {
    const { subject, subjectAltName, ca, publicKey } = new X509Certificate(Buffer.from(text, 'base64'))
    return `<${[subject, subjectAltName, ca, publicKey.export({ format: 'jwk' }).x]}>`
  } catch {
    return text
  }
}

/** What came compressed has other octets each time, as its signature has. */
const readContent = ({ headers, body }: HttpResponse): string =>
  headers['content-encoding'] === undefined ? body : 'compressed'

/** A refusal without its words: where several things are wrong, an actor may name any of them. */
const hideReason = (response: HttpResponse) =>
  response.status >= 400 ? ['refused'] : [response.status, response.headers, readContent(response)]

/** The messages of a session, one a line, with its tokens and certificates opened. */
export function listLines({ recording, obstacle }: Seen, hasReasons: boolean): readonly string[] {
  const messages = recording?.messages ?? []
  return [
    ...messages.map(({ request, response }) => {
      const { method, url, headers, body } = request
      const reply =
        response && (hasReasons ? [response.status, response.headers, readContent(response)] : hideReason(response))
      const text = JSON.stringify([method, url, headers, body, reply]).replace(/%(?![\da-f]{2})/gi, '%25')
      return openTokens(decodeURIComponent(text)).replace(certificate, readCertificate)
    }),
    obstacle === undefined ? '' : 'it ends early',
  ]
}

export const listDrawn = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.match(drawn) ?? []))

/** The same lines with a number in place of each value that is drawn: equal values have equal numbers. */
export function numberDrawn(lines: readonly string[], constant: ReadonlySet<string>): readonly string[] {
  const numbers = new Map<string, number>()
  return lines.map((line) =>
    line.replace(drawn, (word) => {
      if (constant.has(word)) return word
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      return `#${number}/${word.length > 100 ? roundLength(word) : word.length}`
    }),
  )
}
