import { createHash } from 'node:crypto'
import { encodeBase64url } from './base64url.ts'
import { type Claim, type Construction, claimDigest, constructions, type Order, orders } from './claim.ts'
import { claimIn, type Disclosure } from './disclosure.ts'

/** How the digest of a claim was really made: one of the decided ways, or a known mistake in words. */
export type Solution = { readonly construction: Construction; readonly order: Order } | { readonly mistake: string }

/**
 * Names the way in which the digest of a disclosure was made. The readings of the text are tried first, then a
 * catalogue of likely mistakes; the first that gives a digest of the set is the answer.
 */
export function solve(disclosure: Disclosure, digests: ReadonlySet<string>): Solution | undefined {
  for (const order of orders) {
    const claim = claimIn(disclosure, order)
    const construction = claim && constructions.find((each) => digests.has(claimDigest(claim, each)))
    if (construction) return { construction, order }
  }
  const mistake = mistakesOf(disclosure).find(({ digest }) => digests.has(digest))
  return mistake && { mistake: mistake.name }
}

interface Mistake {
  readonly name: string
  readonly digest: string
}

const outputs = { base64url: 'base64url', hex: 'hex', base64: 'padded base64' } as const

function mistakesOf(disclosure: Disclosure): readonly Mistake[] {
  const inputs = [...wholeInputs(disclosure), ...orders.flatMap((order) => partInputs(claimIn(disclosure, order)))]
  return inputs.flatMap(({ name, input }) =>
    (['sha256', 'sha384', 'sha512', 'sha1', 'md5'] as const).flatMap((hash) =>
      (Object.keys(outputs) as (keyof typeof outputs)[]).map((output) => ({
        // they are its keys
        name: `${name}, ${hash}, in ${outputs[output]}`,
        digest: createHash(hash).update(input).digest(output),
      })),
    ),
  )
}

interface Input {
  readonly name: string
  readonly input: string
}

function wholeInputs({ text, content }: Disclosure): readonly Input[] {
  if (content === undefined) return [{ name: 'over the disclosure as it travels', input: text }]
  const json = Buffer.from(text, 'base64url').toString('utf8')
  return [
    { name: 'over the disclosure as it travels', input: text },
    { name: 'over the decoded JSON of the disclosure', input: json },
    { name: 'over JSON written anew, in base64url', input: encodeBase64url(JSON.stringify(content)) },
    { name: 'over the padded base64 of the disclosure', input: Buffer.from(json, 'utf8').toString('base64') },
  ]
}

const permutations = ['snv', 'svn', 'nsv', 'nvs', 'vsn', 'vns'] as const
const encodings = {
  base64url: encodeBase64url,
  'padded base64': (text: string) => Buffer.from(text, 'utf8').toString('base64'),
  'plain text': (text: string) => text,
  hex: (text: string) => Buffer.from(text, 'utf8').toString('hex'),
} as const
const separators = ['', '.', '~', ',', '|'] as const
const names = { s: 'salt', n: 'name', v: 'value' } as const

function partInputs(claim: Claim | undefined): readonly Input[] {
  if (!claim) return []
  const values = typeof claim.value === 'string' ? [claim.value, claim.json] : [claim.json]
  return values.flatMap((value) =>
    Object.entries(encodings).flatMap(([encoding, encode]) =>
      permutations.flatMap((permutation) =>
        separators.map((separator) => {
          const parts = { s: encode(claim.salt), n: encode(claim.name), v: encode(value) }
          const letters = [...permutation] as ('s' | 'n' | 'v')[] // a permutation of these three
          const order = letters.map((letter) => names[letter]).join(', ')
          const joined = separator === '' ? 'joined' : `joined by "${separator}"`
          const shown = value === claim.json && typeof claim.value === 'string' ? ', the value with its quotes' : ''
          return {
            name: `over ${order} in ${encoding}, ${joined}${shown}`,
            input: letters.map((l) => parts[l]).join(separator),
          }
        }),
      ),
    ),
  )
}
