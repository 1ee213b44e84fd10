import { hash } from 'node:crypto'
import type { PopulationSample } from '../../../model/population.ts'
import type { CredentialFacts } from './credential-facts.ts'
import { findDerivedSalts } from './derived-salts.ts'
import type { ClaimEncoding } from './encoding.ts'
import { createLevel, joinLevels, type LevelState, type SampledCredential, type SampleLevel } from './sample-level.ts'

// Statistical tests look at some thousand credentials. They are drawn by the hash of what they contain, so that the same
// ones are drawn whatever the order, the threads and the interruptions are, and one that occurs often counts once. The
// level of a credential is the number of zeros that its hash begins with; levels are dropped from below where there are
// too many credentials.

/** Credentials that are kept. */
const most = 4_096

/** Reads what the tests need, if the level of a credential is high enough. */
export function sampleCredential(
  facts: CredentialFacts,
  lowest: number,
  { digest, isPublicName }: ClaimEncoding,
): SampledCredential | undefined {
  const { payload, disclosures, digests, jws } = facts
  const drawn = hash('sha256', digests.length > 0 ? digests.join() : jws, 'buffer')
  const level = Math.clz32(drawn.readUInt32BE(0))
  if (level < lowest) return undefined
  const at = new Map(digests.map((each, i) => [each, i]))
  const places = disclosures.flatMap(({ name, text }): readonly (readonly [string, number])[] => {
    const place = isPublicName(name) ? at.get(digest(text) ?? '') : undefined
    return place === undefined ? [] : [[name, place]]
  })
  const id = readIdAndTime(payload)
  return {
    hash: drawn.toString('base64url', 0, 12),
    level,
    salts: disclosures.map(({ salt }) => salt).slice(0, mostSalts),
    places: places.toSorted(([, a], [, b]) => a - b),
    digests: digests.length,
    claims: disclosures.length,
    derived: findDerivedSalts(facts),
    ...(id && { id }),
  }
}

/** Salts of one credential that are compared. */
const mostSalts = 64

function readIdAndTime({ id, iat }: CredentialFacts['payload']): readonly [number, number] | undefined {
  const digits = typeof id === 'string' ? id.replaceAll('-', '') : ''
  if (!/^[\da-f]{32}$/i.test(digits) || typeof iat !== 'number') return undefined
  return [Number.parseInt(digits.slice(0, 12), 16), iat]
}

/** What a checkpoint keeps of a sample. It has neither salts nor claims, only counts. */
export interface SampleState {
  readonly lowest: number
  readonly levels: Readonly<Record<string, LevelState>>
}

/** A sample that grows. */
export interface CredentialSample {
  /** The lowest level that is still kept: threads leave out what is below. */
  readonly lowest: () => number
  readonly add: (credential: SampledCredential) => void
  readonly read: () => PopulationSample
  readonly save: () => SampleState
}

/** Creates a sample that goes on from what was saved. */
export function createSample(before?: SampleState): CredentialSample {
  const levels = new Map<number, SampleLevel>(
    Object.entries(before?.levels ?? {}).map(([level, state]) => [Number(level), createLevel(state)]),
  )
  let lowest = before?.lowest ?? 0
  const count = (): number => [...levels.values()].reduce((sum, level) => sum + level.size(), 0)
  return {
    lowest: () => lowest,
    add: (credential) => {
      if (credential.level < lowest) return
      const level = levels.get(credential.level) ?? createLevel()
      levels.set(credential.level, level)
      level.add(credential)
      while (count() > most) levels.delete(lowest++)
    },
    read: () => joinLevels([...levels].toSorted(([a], [b]) => a - b).map(([, level]) => level)),
    save: () => ({
      lowest,
      levels: Object.fromEntries([...levels].map(([level, own]) => [level, own.save()])),
    }),
  }
}
