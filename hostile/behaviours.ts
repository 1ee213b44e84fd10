import type { ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { once } from '../protocol/encoding/once.ts'

/** Answers a request in place of an honest actor, whose answer it may ask for. */
export type Behaviour = (response: ServerResponse, askHonest: () => Promise<string>) => void | Promise<void>

const json = { 'content-type': 'application/json' }

const sendText =
  (makeText: () => string): Behaviour =>
  (response) =>
    void response.writeHead(200, json).end(makeText())

const sendEncoded = (encoding: string, makeBody: () => Buffer): Behaviour => {
  const body = once(makeBody)
  return (response) => void response.writeHead(200, { ...json, 'content-encoding': encoding }).end(body())
}

/** The honest answer with something changed in it. An answer in which there is nothing to change is sent twice. */
const sendChanged =
  (change: (name: string, value: unknown) => unknown): Behaviour =>
  async (response, askHonest) => {
    const text = await askHonest()
    response.writeHead(200, json).end(changeJson(text, change))
  }

function changeJson(text: string, change: (name: string, value: unknown) => unknown): string {
  try {
    const changed = JSON.stringify(JSON.parse(text, change))
    return changed === JSON.stringify(JSON.parse(text)) ? text + text : changed
  } catch {
    return text + text
  }
}

const redirectTo =
  (location: string): Behaviour =>
  (response) =>
    void response.writeHead(302, { location }).end()

/** Sends more for as long as somebody takes it. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, ' ')
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.writeHead(200, json).on('drain', more)
  more()
}

/** Sends an octet now and then, so that no connection is ever idle. */
function drip(response: ServerResponse): void {
  const dripping = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(dripping))
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** What hostile targets do to a connection or a response, by the words of the table. */
const disturbances: Readonly<Record<string, Behaviour>> = {
  'answers 404': (response) => void response.writeHead(404).end(),
  'answers 500 with a page': (response) =>
    void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>no</h1>'),
  'resets the connection': (response) => void response.socket?.resetAndDestroy(),
  'never answers': () => {},
  'drips octets': drip,
  'never ends its body': pour,
  'ends in the middle of its body': (response) => {
    response.writeHead(200, { ...json, 'content-length': 1_000 }).write('{"a":')
    response.socket?.end()
  },
  'answers what is not HTTP': (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'sends a header of 200 kB': (response) => void response.writeHead(200, { ...json, x: 'x'.repeat(200_000) }).end('{}'),
  'redirects to itself': redirectTo('?again'),
  'redirects to a cloud’s metadata': redirectTo('http://169.254.169.254/latest'),
  'packs 1 GB twice': sendEncoded('gzip, gzip', () => gzipSync(gzipSync(Buffer.alloc(1_000_000_000)))),
  'packs 400 MB with brotli': sendEncoded('br', () => brotliCompressSync(Buffer.alloc(400_000_000), quick)),
}

/** What they have in the body of a response that is good in every other way. */
const bodies: Readonly<Record<string, Behaviour>> = {
  'packs 1.9 MB of blanks': sendEncoded('gzip', () => gzipSync(Buffer.alloc(1_900_000, ' '))),
  'sends 900 kB of [': sendText(() => '['.repeat(900_000)),
  'sends 100,000 objects in each other': sendText(() => '{"a":'.repeat(100_000)),
  'sends 60,000 members': sendText(() =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`m${i}`, i]))),
  ),
  'sends null': sendText(() => 'null'),
  'sends an empty object': sendText(() => '{}'),
  'sends UTF-16': (response) => void response.writeHead(200, json).end(Buffer.from('\ufeff{"a":1}', 'utf16le')),
  'has an object in place of each text': sendChanged((_, value) =>
    typeof value === 'string' ? { toString: 1, valueOf: 1 } : value,
  ),
  'has a text in place of each number and object': sendChanged((name, value) =>
    name !== '' && typeof value !== 'string' ? '__proto__' : value,
  ),
  'has texts of 20,000 characters': sendChanged((_, value) =>
    typeof value === 'string' ? value.padEnd(20_000, 'A') : value,
  ),
  'has each array 300 times as long': sendChanged((_, value) =>
    Array.isArray(value) ? Array(300).fill(value).flat() : value,
  ),
  'has keys with a modulus of 600 kB': sendChanged((name, value) =>
    name === 'jwk' || name === 'keys' ? putLongModulus(value) : value,
  ),
}

export const behaviours: Readonly<Record<string, Behaviour>> = { ...disturbances, ...bodies }

export const isBody = (behaviour: string): boolean => Object.hasOwn(bodies, behaviour)

const longKey = once(() => ({
  kty: 'RSA',
  kid: 'long',
  alg: 'RSA-OAEP-256',
  use: 'enc',
  e: 'AQAB',
  n: 'A'.repeat(600_000),
}))

const putLongModulus = (value: unknown): unknown => (Array.isArray(value) ? value.map(longKey) : longKey())
