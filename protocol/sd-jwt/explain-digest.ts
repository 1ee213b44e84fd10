import { hash } from 'node:crypto'
import { encodeBase64url } from '../encoding/base64url.ts'
import {
  type Claim,
  type Construction,
  constructions,
  type DisclosureOrder,
  disclosureOrders,
  findClaimDigest,
} from './claim.ts'
import { type Disclosure, readClaim } from './disclosure.ts'

/** One of the ways in which the text can be read. */
export interface DigestReading {
  readonly construction: Construction
  readonly order: DisclosureOrder
}

/** How a digest was really made: as the text can be read, or by a known mistake, in words. */
export type Solution = DigestReading | { readonly mistake: string }

/** The reading of the text under which a disclosure has its digest in the set. */
export function findReading(disclosure: Disclosure, digests: ReadonlySet<string>): DigestReading | undefined {
  for (const order of disclosureOrders) {
    const claim = readClaim(disclosure, order)
    const construction = claim && constructions.find((each) => findClaimDigest(claim, each, digests) !== undefined)
    if (construction) return { construction, order }
  }
  return undefined
}

/** Beyond this many characters only the readings are tried: the catalogue would hash a photo hundreds of times. */
const catalogueLimit = 4096

/** Names the way in which the digest of a disclosure was made: a reading of the text, or else a likely mistake. */
export function explainDigest(disclosure: Disclosure, digests: ReadonlySet<string>): Solution | undefined {
  const reading = findReading(disclosure, digests)
  if (reading || disclosure.text.length > catalogueLimit) return reading
  return findMistake(disclosure, digests)
}

interface Input {
  readonly name: string
  readonly input: string
  /** Whether other hash functions than SHA-256 are worth trying. */
  readonly likely: boolean
}

/** Hash functions by the octets of their digests. */
const octetsOf = { sha256: 32, sha512: 64, sha384: 48, sha1: 20, md5: 16 } as const
const hashNames = Object.keys(octetsOf) as readonly (keyof typeof octetsOf)[] // a closed table

const countBase64 = (octets: number): number => Math.ceil((octets * 4) / 3)

/** How a digest may be written, and how many characters it has then. */
const forms: Readonly<Record<string, readonly [(digest: Buffer) => string, (octets: number) => number]>> = {
  'in base64url': [(digest) => digest.toString('base64url'), countBase64],
  'in hex': [(digest) => digest.toString('hex'), (octets) => 2 * octets],
  'in hex, in base64url': [(digest) => encodeBase64url(digest.toString('hex')), (octets) => countBase64(2 * octets)],
  'in padded base64': [(digest) => digest.toString('base64'), (octets) => 4 * Math.ceil(octets / 3)],
}

/** The hash functions and forms whose digests are as long as one of the set: nothing else can be in it. */
const listFitting = (digests: ReadonlySet<string>) => {
  const lengths = new Set([...digests].map(({ length }) => length))
  return hashNames
    .map((name) => ({
      name,
      forms: Object.entries(forms).filter(([, [, measure]]) => lengths.has(measure(octetsOf[name]))),
    }))
    .filter(({ forms: own }) => own.length > 0)
}

/** Looks for the digest of a disclosure among those of the known mistakes. */
function findMistake(disclosure: Disclosure, digests: ReadonlySet<string>): Solution | undefined {
  const fitting = listFitting(digests)
  for (const { name, input, likely } of listInputs(disclosure)) {
    for (const { name: algorithm, forms: own } of fitting) {
      if (!likely && algorithm !== 'sha256') continue
      const digest = hash(algorithm, input, 'buffer')
      const found = own.find(([, [write]]) => digests.has(write(digest)))
      if (found) return { mistake: `${name}, ${algorithm}, ${found[0]}` }
    }
  }
  return undefined
}

function* listInputs(disclosure: Disclosure): Generator<Input> {
  yield* listWholeInputs(disclosure)
  for (const order of disclosureOrders) {
    const claim = readClaim(disclosure, order)
    if (claim) yield* listPartInputs(claim)
  }
}

function* listWholeInputs({ text, content }: Disclosure): Generator<Input> {
  yield { name: 'over the disclosure as it travels', input: text, likely: true }
  if (content === undefined) return
  const json = Buffer.from(text, 'base64url').toString('utf8')
  yield { name: 'over the decoded JSON of the disclosure', input: json, likely: true }
  yield { name: 'over padded base64 of the disclosure', input: Buffer.from(json).toString('base64'), likely: false }
}

const encodings = {
  base64url: encodeBase64url,
  'padded base64': (text: string) => Buffer.from(text, 'utf8').toString('base64'),
  'plain text': (text: string) => text,
  hex: (text: string) => Buffer.from(text, 'utf8').toString('hex'),
} as const
const separators = ['', '.', '~', ',', '|'] as const
const permutations = [
  ['salt', 'name', 'value'],
  ['salt', 'value', 'name'],
  ['name', 'salt', 'value'],
  ['name', 'value', 'salt'],
  ['value', 'salt', 'name'],
  ['value', 'name', 'salt'],
] as const

function* listPartInputs(claim: Claim): Generator<Input> {
  const quoted = typeof claim.value === 'string'
  for (const value of quoted ? [String(claim.value), claim.json] : [claim.json]) {
    const suffix = quoted && value === claim.json ? ', the value with its quotes' : ''
    for (const [encoding, encode] of Object.entries(encodings)) {
      const parts = { salt: encode(claim.salt), name: encode(claim.name), value: encode(value) }
      for (const order of permutations) {
        for (const separator of separators) yield joinParts(parts, { order, separator, encoding, suffix })
      }
    }
  }
}

type ClaimPart = 'salt' | 'name' | 'value'

interface Joining {
  readonly order: readonly ClaimPart[]
  readonly separator: string
  readonly encoding: string
  readonly suffix: string
}

function joinParts(parts: Readonly<Record<ClaimPart, string>>, { order, separator, encoding, suffix }: Joining): Input {
  const joined = separator === '' ? 'joined' : `joined by "${separator}"`
  return {
    name: `over ${order.join(', ')} in ${encoding}, ${joined}${suffix}`,
    input: order.map((each) => parts[each]).join(separator),
    likely: separator === '' && encoding === 'base64url',
  }
}
