import { isCounterDigest, isTimeDigest, readDigestPrefix } from '../../kit/hashes.ts'
import type { IssuedValue } from '../model/exchange.ts'

// All of these tests err on the side of the issuer: values with a structure pass if they have room for random bits too.
// The false-alarm rate of each is at most 1e-6 for values that are random.

/** The bits that a value must have room for. With fewer, an attacker can try all values. */
const leastBits = 64

/** The bits that have to change between two values. A counter or a clock changes fewer in the time of a run. */
const leastChangingBits = 32

/** The rate at which random values may be taken for guessable ones. */
const falseAlarms = 1e-6

/** Why values can be guessed, as far as they show it themselves or by their time; `undefined` if they may be random. */
export function explainGuessable(values: readonly IssuedValue[], name: string): string | undefined {
  const texts = readTexts([...new Set(values.map(({ value }) => value))])
  return (
    explainShort(texts, name) ??
    explainChanging(texts, name) ??
    explainConstant(texts, name, leastBits) ??
    explainUuid(values) ??
    explainLinear(texts) ??
    explainHashed(values)
  )
}

/** Texts as they are, or decoded, if all of them are base64url of a readable text. */
function readTexts(values: readonly string[]): readonly string[] {
  const decoded = values.map((value) => Buffer.from(value, 'base64url').toString('latin1'))
  const isEncoded = values.every((value, i) => value.length >= 12 && /^[ -~]{9,}$/.test(decoded[i] ?? ''))
  return isEncoded && values.length > 1 ? decoded : values
}

function explainShort(texts: readonly string[], name: string): string | undefined {
  const bits = estimateBits(texts.join(''))
  // The longest text counts: a random number of 64 bits loses its leading zeros when it is written.
  const most = Math.ceil(texts.reduce((longest, { length }) => Math.max(longest, length), 0) * bits)
  return most < leastBits ? `a ${name} of at most ${most} bits` : undefined
}

function explainChanging(texts: readonly string[], name: string): string | undefined {
  const changing = trimCommon(texts)
  const longest = changing.reduce((most, { length }) => Math.max(most, length), 0)
  if (texts.length < 2 || longest * estimateBits(changing.join('')) >= leastChangingBits) return undefined
  return longest === 1
    ? `only one character changes between ${name}s`
    : `only ${longest} characters change between ${name}s`
}

/** The most bits that a character can have, by the alphabet that the text seems to use. */
function estimateBits(text: string): number {
  if (/^\d*$/.test(text)) return Math.log2(10)
  if (/^(?:[\da-f-]*|[\dA-F-]*)$/.test(text)) return 4
  if (/^(?:[\da-z-]*|[\dA-Z-]*)$/.test(text)) return Math.log2(36)
  return 6
}

/** Texts without the prefix and the suffix that all of them share. */
function trimCommon(texts: readonly string[]): readonly string[] {
  const start = measureCommonPrefix(texts)
  const rests = texts.map((text) => text.slice(start))
  const end = measureCommonPrefix(rests.map((text) => [...text].reverse().join('')))
  return rests.map((text) => text.slice(0, text.length - end))
}

function measureCommonPrefix(texts: readonly string[]): number {
  const [first = '', ...others] = texts
  const end = [...first].findIndex((character, i) => others.some((other) => other[i] !== character))
  return end < 0 ? first.length : end
}

/** A random text is longer than this in no known issuer, and the statistics of longer ones cost time. */
const longestText = 256

/**
 * Counts the positions that change between texts of one length. Some positions of random texts may be constant by
 * accident: so many are added that random texts need more with a probability of at most 1e-6.
 */
export function explainConstant(texts: readonly string[], name: string, least: number): string | undefined {
  const groups = [...Map.groupBy(new Set(texts), ({ length }) => length).values()]
  const same = groups.toSorted((a, b) => b.length - a.length)[0] ?? []
  const length = same[0]?.length ?? 0
  if (same.length < 3 || length > longestText) return undefined
  const positions = [...Array(length).keys()].filter((i) => same.some((text) => text[i] !== same[0]?.[i]))
  const bits = estimateBits(same.map((text) => positions.map((i) => text[i]).join('')).join(''))
  const changing = Math.min(length, positions.length + boundAccidents(length, bits, same.length))
  // The first digit of a number of 64 bits is hardly random, nor is the last character of an encoded one.
  if (changing * bits >= least - 6 || positions.length === length) return undefined
  return `only ${positions.length} of ${length} characters change between ${same.length} ${name}s`
}

/** A number of positions that is exceeded with a probability of at most 1e-6 by those that are constant by accident. */
function boundAccidents(length: number, bits: number, texts: number): number {
  let logarithm = 0
  for (let count = 0; count < length; count++) {
    logarithm += Math.log(length - count) - Math.log(count + 1) - bits * (texts - 1) * Math.LN2
    if (logarithm < Math.log(falseAlarms)) return count
  }
  return length
}

/** The 100-nanosecond ticks from 1582 to 1970, and those of a day. */
const [ticksBefore1970, ticksOfDay] = [122_192_928_000_000_000n, 864_000_000_000n]

/** Finds UUIDs of version 1 or 6 whose node does not change. That random ones have the time: less than 1e-5 for each. */
function explainUuid(values: readonly IssuedValue[]): string | undefined {
  const isTimed = values.every(({ value, sentAt }) => {
    const ticks = readTicks(value)
    const distance = ticks === undefined ? ticksOfDay : ticks - BigInt(Math.floor(sentAt)) * 10_000n - ticksBefore1970
    return distance < ticksOfDay && distance > -ticksOfDay
  })
  const nodes = new Set(values.map(({ value }) => value.slice(-12)))
  return isTimed && values.length > 1 && nodes.size === 1 ? 'a UUID of the time and of one node' : undefined
}

function readTicks(uuid: string): bigint | undefined {
  const [, low = '', middle = '', version, high = ''] =
    /^([\da-f]{8})-([\da-f]{4})-([16])([\da-f]{3})-[\da-f]{4}-[\da-f]{12}$/i.exec(uuid) ?? []
  if (version === undefined) return undefined
  return BigInt(`0x${version === '1' ? high + middle + low : low + middle + high}`)
}

/** How many differences are compared. That all of them fit by accident: less than 2^-90. */
const comparedDifferences = 6

/** Finds the states of a linear generator: the differences of successive ones are a geometric series, modulo 2^32. */
function explainLinear(texts: readonly string[]): string | undefined {
  const sample = texts.slice(0, comparedDifferences + 2)
  if (sample.length < comparedDifferences || !sample.every((text) => /^(?:[\da-f]{8,32}|\d{8,20})$/i.test(text)))
    return undefined
  const isDecimal = sample.every((text) => /^\d+$/.test(text))
  const states = sample.map((text) => BigInt(isDecimal ? text : `0x${text}`))
  const steps = states.slice(1).map((state, i) => state - (states[i] ?? 0n))
  const isSeries = steps.every((step, i) => {
    const [before = 0n, last = 0n] = [steps[i - 2], steps[i - 1]]
    return i < 2 || BigInt.asUintN(32, step * before - last * last) === 0n
  })
  return isSeries ? 'the states of a linear generator' : undefined
}

/** How many values are compared with digests. One fits by accident with a probability of less than 1e-7. */
const compared = { counters: 64, times: 3 }

/** Finds values that are digests of small numbers or of the time. */
function explainHashed(values: readonly IssuedValue[]): string | undefined {
  if (values.slice(0, compared.counters).some(({ value }) => isCounterDigest(value)))
    return 'the digest of a counter or of a linear generator'
  const isTime = values.slice(0, compared.times).some((issued) => {
    const prefix = readDigestPrefix(issued.value)
    return prefix !== undefined && isTimeDigest([prefix], issued, [''])
  })
  return isTime ? 'the digest of the time' : undefined
}
