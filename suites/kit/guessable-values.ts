import { hash } from 'node:crypto'
import { memoizeLast } from '../../protocol/encoding/memoize-last.ts'
import { isCounterDigest, isTimeDigest, readDigestPrefix } from './hashes.ts'

// One judge of all values that must not be guessed: codes, nonces, tokens, states. All of its tests err on the side of who
// made them: values with a structure pass if they have room for random bits too. The false-alarm rate of each is at most
// 1e-6 for values that are random.

/** A value that must not be guessed, and when it was asked for: milliseconds since 1970, and how long it took. */
export interface GuardedValue {
  readonly value: string
  readonly sentAt: number
  readonly milliseconds: number
}

/** The bits that a value must have room for. With fewer, an attacker can try all values. */
const leastBits = 64

/** The bits that have to change between two values. A counter or a clock changes fewer in the time of a run. */
const leastChangingBits = 32

/** The rate at which random values may be taken for guessable ones. */
const falseAlarms = 1e-6

/** Why values can be guessed, as far as they show it themselves or by their time; `undefined` if they may be random. */
export function explainGuessable(values: readonly GuardedValue[], name: string): string | undefined {
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

/** The fewest values that show an order, where nothing else is known of them. */
const leastOrdered = 4

/** How values show that they are computed: what of them is known beside them. */
interface ComputedValues {
  /** Seconds since 1970, about which hashes of the time are looked for; without it, they are not. */
  readonly now?: number
  /** The fewest values that show an order: two long ones do. */
  readonly least?: number
}

/**
 * Why values are computed from one another, from the time or from small numbers, and on how many values that rests;
 * `undefined` if they may be random. How long they are is not looked at.
 */
export function explainComputed(
  values: readonly string[],
  { now, least = leastOrdered }: ComputedValues = {},
): string | undefined {
  const texts = [...new Set(values)]
  const weakness =
    explainOrder(texts, least) ??
    (texts.some(isCounterDigest) ? 'they are digests of small numbers' : undefined) ??
    (now !== undefined && hasSecondDigest(texts, now) ? 'they are digests of the time' : undefined)
  return weakness && `${weakness}: ${texts.length} values were compared`
}

/** Characters of which so many change that nothing in an order is looked for: those of a salt of 128 bits. */
const longestOrdered = 22

/** Why salts can be computed from one another; `undefined` if they may be random. */
export function explainSalts(salts: readonly string[]): string | undefined {
  const texts = [...new Set(salts)]
  const changing = Math.min(...trimCommon(texts).map(({ length }) => length))
  return changing < longestOrdered
    ? (explainConstant(texts, 'salt', leastBits) ?? explainOrder(texts, leastOrdered))
    : undefined
}

/** Whether values follow one another by a rule. */
function explainOrder(texts: readonly string[], least: number): string | undefined {
  const isAlike =
    texts.length >= least &&
    (readNumbers(texts).some((numbers) => isOrdered(numbers) || isCrowded(numbers) || isDense(numbers)) ||
      readNumbers(trimCommon(texts)).some(isEven))
  return isAlike ? 'each is computed from another one' : explainLinear(texts)
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
function explainUuid(values: readonly GuardedValue[]): string | undefined {
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
function explainHashed(values: readonly GuardedValue[]): string | undefined {
  if (values.slice(0, compared.counters).some(({ value }) => isCounterDigest(value)))
    return 'the digest of a counter or of a linear generator'
  const isTime = values.slice(0, compared.times).some((issued) => {
    const prefix = readDigestPrefix(issued.value)
    return prefix !== undefined && isTimeDigest([prefix], issued, [''])
  })
  return isTime ? 'the digest of the time' : undefined
}

/** Seconds before and after the present that are hashed. */
const mostSeconds = 300

const hashSeconds = memoizeLast((now: number): ReadonlySet<string> => {
  const seconds = Array.from({ length: 2 * mostSeconds }, (_, i) => `${now - mostSeconds + i}`)
  return new Set(seconds.flatMap((second) => algorithms.flatMap((name) => writeDigest(hash(name, second, 'buffer')))))
})

const algorithms = ['md5', 'sha1', 'sha256'] as const

const writeDigest = (digest: Buffer): readonly string[] => {
  const start = digest.subarray(0, 12)
  return [cutDigest(start.toString('hex')), cutDigest(start.toString('base64url'))]
}

/** The first characters of a digest, which 12 octets are enough for. */
const cutDigest = (text: string): string => text.slice(0, 16).toLowerCase()

/** Whether texts are digests of seconds about the present, whole or cut. */
const hasSecondDigest = (texts: readonly string[], now: number): boolean =>
  texts.some((text) => hashSeconds(Math.floor(now)).has(cutDigest(text)))

/** Far above what counting and clocks do between two requests, and far below the steps of random numbers. */
const longestStep = 1_000_000_000n

/** What random numbers of 64 bits have, and clocks too. */
const largeNumber = 2n ** 48n

/** The ways in which numbers are written: each reads all texts, or none. */
const readings = [readDigits, ...[toHex, toOctets, toBase36].map(readEach)]

/** The numbers that texts may be, in each way in which all of them can be read. */
const readNumbers = (texts: readonly string[]): readonly (readonly bigint[])[] =>
  readings.flatMap((read) => {
    const numbers = read(texts)
    return numbers ? [numbers] : []
  })

const listSteps = (numbers: readonly bigint[]): readonly bigint[] =>
  numbers.slice(1).map((each, i) => each - (numbers[i] ?? 0n))

const listSortedSteps = (numbers: readonly bigint[]): readonly bigint[] =>
  listSteps(numbers.toSorted((a, b) => (a < b ? -1 : 1)))

/** Whether the numbers in texts that are otherwise alike go up or down by small steps. */
function isOrdered(numbers: readonly bigint[]): boolean {
  const steps = listSteps(numbers)
  return (
    steps.every((step) => step > 0n && step < longestStep) || steps.every((step) => step < 0n && step > -longestStep)
  )
}

/** Whether large numbers are near one another, in whatever order they came. */
const isCrowded = (numbers: readonly bigint[]): boolean =>
  numbers.length >= leastOrdered &&
  numbers.every((each) => each > largeNumber) &&
  listSortedSteps(numbers).every((step) => step < longestStep)

/** As many values as show a counter, whatever their order, and how much of their range they then fill. */
const dense = { values: 8, share: 4n }

/** Whether small numbers fill a good part of the range that they are from: who knows some of them guesses others. */
function isDense(numbers: readonly bigint[]): boolean {
  if (numbers.length < dense.values) return false
  const steps = listSortedSteps(numbers)
  return (
    steps.every((step) => step > 0n) &&
    steps.reduce((sum, step) => sum + step, 0n) < dense.share * BigInt(numbers.length)
  )
}

/** Whether numbers between what all texts have in common count by one step. */
function isEven(numbers: readonly bigint[]): boolean {
  const [first, ...others] = listSteps(numbers)
  return numbers.length >= leastOrdered && first !== 0n && others.every((step) => step === first)
}

/** Reads each text by itself. */
function readEach(read: (text: string) => bigint | undefined): (texts: readonly string[]) => bigint[] | undefined {
  return (texts) => {
    const numbers: bigint[] = []
    for (const text of texts) {
      const number = read(text)
      if (number === undefined) return undefined
      numbers.push(number)
    }
    return numbers
  }
}

/** All digits of each text in their order, as long as nothing else changes. */
function readDigits(texts: readonly string[]): bigint[] | undefined {
  const shape = texts[0]?.replaceAll(/\d+/g, '#')
  return readEach((text) => {
    const digits = text.replaceAll(/\D/g, '')
    return /^\d{1,100}$/.test(digits) && text.replaceAll(/\d+/g, '#') === shape ? BigInt(digits) : undefined
  })(texts)
}

function toHex(text: string): bigint | undefined {
  const digits = text.replaceAll('-', '')
  return /^[0-9a-f]{1,100}$/i.test(digits) ? BigInt(`0x${digits}`) : undefined
}

/** A clock or a counter in digits and letters. */
function toBase36(text: string): bigint | undefined {
  if (!/^[0-9a-z]{1,20}$/i.test(text)) return undefined
  return [...text.toLowerCase()].reduce((sum, each) => sum * 36n + BigInt(Number.parseInt(each, 36)), 0n)
}

function toOctets(text: string): bigint | undefined {
  if (!/^[\w-]{2,130}={0,2}$/.test(text)) return undefined
  return BigInt(`0x${Buffer.from(text, 'base64url').toString('hex') || '0'}`)
}
