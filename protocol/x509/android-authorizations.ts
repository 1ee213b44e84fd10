import { refuse } from '../encoding/problem.ts'
import { type Der, tags } from './der.ts'
import { readExplicit, readNumber, readOctetString, readParts, requirePart } from './der-value.ts'
import * as der from './der-write.ts'

/** The authorisations that have a use here; a list may hold others. */
export interface Authorizations {
  readonly purpose?: readonly number[]
  readonly algorithm?: number
  readonly keySize?: number
  readonly digest?: readonly number[]
  readonly ecCurve?: number
  readonly origin?: number
  readonly rootOfTrust?: RootOfTrust
  readonly attestationApplicationId?: Buffer
}

export interface RootOfTrust {
  readonly verifiedBootKey: Buffer
  readonly deviceLocked: boolean
  readonly verifiedBootState: number
  /** Absent before the third version. */
  readonly verifiedBootHash?: Buffer
}

/** The place of the root of trust. */
export const rootOfTrustTag = 704

interface Field<T> {
  readonly tag: number
  readonly read: (value: Der) => T
  readonly write: (value: T) => Buffer
}

const numberField = (tag: number): Field<number> => ({ tag, read: readNumber, write: der.integer })

const numbersField = (tag: number): Field<readonly number[]> => ({
  tag,
  read: (value) => readParts(value, 'set').map(readNumber),
  write: (values) => der.set(...values.map(der.integer)),
})

type Name = keyof Authorizations

/** The place and encoding of each authorisation, in the order of the tags. */
const fields: { readonly [K in Name]: Field<Required<Authorizations>[K]> } = {
  purpose: numbersField(1),
  algorithm: numberField(2),
  keySize: numberField(3),
  digest: numbersField(5),
  ecCurve: numberField(10),
  origin: numberField(702),
  rootOfTrust: { tag: rootOfTrustTag, read: readRootOfTrust, write: writeRootOfTrust },
  attestationApplicationId: { tag: 709, read: readOctetString, write: der.octetString },
}

const names = Object.keys(fields) as readonly Name[] // `fields` has all of them and no other

/**
 * Reads one list. The order of the tags is not looked at, because genuine devices do not keep it;
 * that none is repeated is.
 */
export function readAuthorizations(list: Der): Authorizations {
  const byTag = new Map(readParts(list).map((part) => [part.class === 'context' ? part.tag : -1, part]))
  if (byTag.size < readParts(list).length || byTag.has(-1)) refuse('der', 'an authorisation is repeated or has no tag')
  const known = names.flatMap((name) => {
    const part = byTag.get(fields[name].tag)
    return part ? [[name, fields[name].read(readExplicit(part))]] : []
  })
  return Object.fromEntries(known)
}

function readRootOfTrust(value: Der): RootOfTrust {
  const parts = readParts(value)
  const hash = parts[3]
  return {
    verifiedBootKey: readOctetString(requirePart(parts, 0)),
    deviceLocked: readLooseBoolean(requirePart(parts, 1)),
    verifiedBootState: readNumber(requirePart(parts, 2)),
    ...(hash && { verifiedBootHash: readOctetString(hash) }),
  }
}

/** Some genuine devices write 01 for true, which is BER and not DER. */
function readLooseBoolean({ tag, class: family, content }: Der): boolean {
  if (family !== 'universal' || tag !== tags.boolean || content.length !== 1) refuse('der', 'expected a boolean')
  return content[0] !== 0
}

/** Writes one list, in the order of the tags. */
export function writeAuthorizations(list: Authorizations): Buffer {
  const values = names.flatMap((name) => {
    const { tag, write } = fields[name] as Field<unknown> // what it writes is found under the same name
    return list[name] === undefined ? [] : [der.explicit(tag, write(list[name]))]
  })
  return der.sequence(...values)
}

function writeRootOfTrust(root: RootOfTrust): Buffer {
  const { verifiedBootKey, deviceLocked, verifiedBootState, verifiedBootHash } = root
  return der.sequence(
    der.octetString(verifiedBootKey),
    der.boolean(deviceLocked),
    der.enumerated(verifiedBootState),
    ...(verifiedBootHash ? [der.octetString(verifiedBootHash)] : []),
  )
}
