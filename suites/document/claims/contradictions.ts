import type { JsonValue } from '../../../protocol/encoding/json.ts'
import type { ClaimName } from './claim-set.ts'

/** Reads the value of a claim, if the credential has it. */
export type ReadValue = (name: ClaimName) => unknown

/** Two claims that cannot both be true. */
export interface Contradiction {
  readonly at: ClaimName
  readonly expected: string
  readonly actual: string
}

// The formats of the values are not defined: a value in a form that is not known contradicts nothing.

const [trueValues, falseValues] = [/^(?:true|y|yes)$/i, /^(?:false|n|no)$/i]

const readBoolean = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  return trueValues.test(value) ? true : falseValues.test(value) ? false : undefined
}

/** The ages in the names of claims, in ascending order. */
const ages = [
  ['AgeAbove18', 18],
  ['AgeAbove50', 50],
  ['AgeAbove60', 60],
  ['AgeAbove75', 75],
] as const satisfies readonly (readonly [ClaimName, number])[]

/** Finds claims of one credential that contradict each other. */
export function* findContradictions(read: ReadValue, issuedAt: JsonValue | undefined): Generator<Contradiction> {
  yield* compareAges(read)
  yield* compareWithBirth(read, issuedAt)
  yield* compareDates(read)
  yield* compareResidence(read)
}

function* compareAges(read: ReadValue): Generator<Contradiction> {
  for (const [i, [older]] of ages.entries()) {
    const [younger] = ages[i - 1] ?? []
    if (younger && readBoolean(read(older)) === true && readBoolean(read(younger)) === false)
      yield { at: older, expected: `false, since ${younger} is false`, actual: 'true' }
  }
}

/** In the year in which a holder reaches an age, both answers may be right: the names of the claims do not say which. */
function* compareWithBirth(read: ReadValue, issuedAt: JsonValue | undefined): Generator<Contradiction> {
  const born = readDate(read('Dob'))
  if (born === undefined || typeof issuedAt !== 'number' || issuedAt > latestTime) return
  const years = countYears(born, issuedAt)
  for (const [name, age] of ages) {
    const value = readBoolean(read(name))
    const isWrong = (value === true && years < age) || (value === false && years > age + 1)
    if (isWrong) yield { at: name, expected: 'what follows from Dob', actual: 'the opposite' }
  }
}

const secondsOfDay = 86_400

/** A later time is one in milliseconds. */
const latestTime = 1e12

/** The years of an age, with a day in favour of either answer: time zones differ. */
const countYears = (born: number, at: number): number => (at - born) / (365.2425 * secondsOfDay) + 1 / 365

/** Seconds since 1970, of a date in ISO 8601 or with the year last. Whether day or month comes first is known of some only. */
function readDate(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? readDayFirst(value)
  const milliseconds = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000
}

function readDayFirst(value: string): readonly (string | undefined)[] {
  const [, day, month, year] = /^(\d{2})[-/.](\d{2})[-/.](\d{4})$/.exec(value) ?? []
  return Number(day) > 12 || day === month ? [value, year, month, day] : []
}

function* compareDates(read: ReadValue): Generator<Contradiction> {
  const [later, earlier] = [readDate(read('CredentialIssuingDate')), readDate(read('EnrolmentDate'))]
  if (later !== undefined && earlier !== undefined && later < earlier)
    yield { at: 'EnrolmentDate', expected: 'a date that is not after CredentialIssuingDate', actual: 'a later one' }
}

/** The claims about the residence, and the type of identity number that says the same. */
const residences = [
  ['IsNRI', 'NRI'],
  ['IsResidentForeigner', 'RF'],
] as const satisfies readonly (readonly [ClaimName, string])[]

const idTypes: ReadonlySet<unknown> = new Set(['RF', 'NRI', 'IN'])

function* compareResidence(read: ReadValue): Generator<Contradiction> {
  const idType = read('IdType')
  if (!idTypes.has(idType)) return
  for (const [name, type] of residences) {
    const value = readBoolean(read(name))
    if (value !== undefined && value !== (idType === type))
      yield { at: name, expected: `what the IdType ${String(idType)} says`, actual: 'the opposite' }
  }
}
