import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type RepeatKind, repeatKinds } from '../../../model/population.ts'
import { isObject } from '../../../protocol/encoding/json.ts'
import { readDigests } from '../../../protocol/sd-jwt/disclosure.ts'
import type { CredentialFacts } from './credential-facts.ts'

// What credentials have is compared by keyed hashes. A record has 24 octets:
//
//    0  11  the keyed hash of the value: with 10^10 values, two are equal by accident with a probability of 2e-7
//   11   1  the kind of the value
//   12   4  a hash of the credential: a value that occurs twice in one is no repetition
//   16   4  the checksum of the disclosure that a salt is in: with the salt in it, it shows nothing of the claim
//   20   4  the ordinal of the line

export const recordSize = 24

/** A shorter salt may occur twice by accident; SD-ENTROPY is about those. */
const shortestSalt = 16

/** Writes the records of credentials. */
export interface RecordWriter {
  readonly add: (facts: CredentialFacts, ordinal: number) => void
  readonly take: () => Uint8Array<ArrayBuffer>
}

interface OwnRecord {
  readonly kind: RepeatKind
  readonly value: string
  readonly owner: string
  readonly detail?: string
}

/** Creates a writer. Without the key, no record shows what the value was. */
export function createRecordWriter(key: string): RecordWriter {
  let octets = Buffer.allocUnsafe(recordSize * 4_096)
  let used = 0
  const compute = (text: string): Buffer => hash('sha256', `${key}\n${text}`, 'buffer')
  let owner = ''
  let ownerHash: Buffer = Buffer.alloc(4)
  const computeOwner = (text: string): Buffer => {
    if (text !== owner) [owner, ownerHash] = [text, compute(text)] // the same for all salts of a credential
    return ownerHash
  }
  const write = ({ kind, value, owner: own, detail }: OwnRecord, ordinal: number): void => {
    if (used + recordSize > octets.length) octets = Buffer.concat([octets, Buffer.allocUnsafe(octets.length)])
    compute(`${kind}\n${value}`).copy(octets, used, 0, 11)
    octets[used + 11] = repeatKinds.indexOf(kind)
    computeOwner(own).copy(octets, used + 12, 0, 4)
    octets.writeUInt32LE(detail === undefined ? 0 : crc32(detail), used + 16)
    octets.writeUInt32LE(ordinal, used + 20)
    used += recordSize
  }
  return {
    add: (facts, ordinal) => {
      for (const record of listRecords(facts)) write(record, ordinal)
    },
    take: () => {
      const taken = new Uint8Array(octets.subarray(0, used))
      used = 0
      return taken
    },
  }
}

/**
 * What a credential must not share. A credential that was signed once more has the same digests, so it is no other one
 * with the same `id`; and credentials with the same `id` are accused of that alone.
 */
function* listRecords({ jws, payload, disclosures }: CredentialFacts): Generator<OwnRecord> {
  const { id, status, jti, cnf } = payload
  const digests = readDigests(payload)
  const content = `content ${digests.length > 0 ? JSON.stringify(digests) : jws}`
  const owner = typeof id === 'string' ? `id ${id}` : content
  if (typeof id === 'string') yield { kind: 'id', value: id, owner: content }
  if (typeof jti === 'string') yield { kind: 'jti', value: jti, owner: content }
  if (typeof status === 'string') yield { kind: 'status', value: status, owner }
  const jwk = isObject(cnf) && isObject(cnf.jwk) ? cnf.jwk : {}
  if (typeof jwk.x === 'string') yield { kind: 'key', value: `${jwk.x}\n${jwk.y}`, owner }
  for (const { salt, text } of disclosures)
    if (salt.length >= shortestSalt) yield { kind: 'salt', value: salt, owner, detail: text }
}
