import { type Finding, finding } from '../../model/finding.ts'
import { type CborMap, CborTag, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'
import { readTime } from '../../protocol/mdoc/device-signed.ts'
import { showCbor } from '../cose/show-cbor.ts'
import { hasType, isTexted } from './values.ts'

/** The name space of driving licences. */
export const licenceSpace = 'org.iso.18013.5.1'

interface ElementType {
  readonly expected: string
  readonly names: RegExp
  readonly isOfType: (value: CborValue) => boolean
}

/** A day that exists, with the tag of dates (RFC 8943). */
const isDate = (value: CborValue): boolean =>
  value instanceof CborTag &&
  value.tag === 1004 &&
  isTexted(value.value, /^\d{4}-\d\d-\d\d$/) &&
  isDay(`${value.value}`)

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const isDateOrTime = (value: CborValue): boolean => isDate(value) || readTime(value) !== undefined

const isPrivileges = (value: CborValue): boolean => Array.isArray(value) && value.every(isPrivilege)

/** A category of vehicles, and from when to when its holder may drive them (section 7.2.4). */
const isPrivilege = (value: CborValue): boolean =>
  isCborMap(value) &&
  hasType(value.get('vehicle_category_code'), 'text') &&
  ['issue_date', 'expiry_date'].every((name) => !value.has(name) || isDateOrTime(value.get(name)))

/** The types of elements of section 7.2.1. */
const types: readonly ElementType[] = [
  {
    expected: 'text',
    names:
      /^((family|given)_name(_national_character)?|issuing_(authority|jurisdiction)|(document|administrative)_number|un_distinguishing_sign|(eye|hair)_colour|birth_place|resident_(address|city|state|postal_code))$/,
    isOfType: (value) => hasType(value, 'text'),
  },
  {
    expected: 'a country code of two letters',
    names: /^(issuing_country|resident_country|nationality)$/,
    isOfType: (value) => isTexted(value, /^[A-Z]{2}$/),
  },
  {
    expected: 'a whole number',
    names: /^(sex|height|weight|age_in_years|age_birth_year)$/,
    isOfType: (value) => hasType(value, 'number'),
  },
  {
    expected: 'octets',
    names: /^(portrait|signature_usual_mark|biometric_template_.+)$/,
    isOfType: (value) => hasType(value, 'octets'),
  },
  { expected: '`true` or `false`', names: /^age_over_\d\d$/, isOfType: (value) => typeof value === 'boolean' },
  { expected: 'a date with tag 1004', names: /^birth_date$/, isOfType: isDate },
  {
    expected: 'a date with tag 1004, or a time with tag 0',
    names: /^(issue_date|expiry_date|portrait_capture_date)$/,
    isOfType: isDateOrTime,
  },
  {
    expected: 'an array of maps with `vehicle_category_code`, and dates with tag 1004, if any',
    names: /^driving_privileges$/,
    isOfType: isPrivileges,
  },
]

/** Finds an element whose value has another type than that of its name. */
export function* findWrongType(item: CborMap, at: string): Generator<Finding> {
  const [name, value] = [item.get('elementIdentifier'), item.get('elementValue')]
  const type = typeof name === 'string' ? types.find(({ names }) => names.test(name)) : undefined
  // The value is private: only its type is shown.
  if (type && value !== undefined && !type.isOfType(value))
    yield finding(`${at}/elementValue`, type.expected, describeType(value))
}

const describeType = (value: CborValue): string =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'a number' : showCbor(value)
