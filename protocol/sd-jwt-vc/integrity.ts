import { createHash } from 'node:crypto'

/** The hash functions of integrity metadata, the strongest last, with the octets of their digests. */
const hashes = { sha256: 32, sha384: 48, sha512: 64 } as const
type HashName = keyof typeof hashes
const names = Object.keys(hashes) as readonly HashName[] // its own keys

/** One hash of integrity metadata. */
interface HashExpression {
  readonly hash: HashName
  readonly digest: Buffer
}

/** Characters of integrity metadata, and hashes in it, that are read. */
const longest = { text: 4_000, hashes: 16 } as const

/** Reads integrity metadata (W3C SRI, section 3). Nothing, if it has not that form. */
export function readIntegrity(text: unknown): readonly HashExpression[] | undefined {
  if (typeof text !== 'string' || text.length > longest.text) return undefined
  const read = text.trim().split(/\s+/, longest.hashes).map(readExpression)
  return read.every((each) => each !== undefined) ? read : undefined
}

function readExpression(text: string): HashExpression | undefined {
  const [, name = '', digest = ''] = /^(sha(?:256|384|512))-([\w+/-]+={0,2})(?:\?[!-~]*)?$/.exec(text) ?? []
  const hash = names.find((each) => each === name)
  const octets = Buffer.from(digest, 'base64') // reads the characters of base64url too
  return hash && octets.length === hashes[hash] ? { hash, digest: octets } : undefined
}

/** Whether a document is the one that integrity metadata means: by the strongest hash function in it. */
export function hasIntegrity(document: string | Buffer, expressions: readonly HashExpression[]): boolean {
  const strongest = names.findLast((name) => expressions.some(({ hash }) => hash === name))
  if (!strongest) return false
  const digest = createHash(strongest).update(document).digest()
  return expressions.some((each) => each.hash === strongest && each.digest.equals(digest))
}

/** The integrity metadata of a document. */
export const makeIntegrity = (document: string, hash: HashName = 'sha256'): string =>
  `${hash}-${createHash(hash).update(document).digest('base64')}`
