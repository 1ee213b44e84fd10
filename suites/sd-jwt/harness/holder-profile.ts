import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { HolderMutation } from '../holder/faults.ts'
import type { SampleChange } from '../sample.ts'

/** What the SD-JWTs have that a holder is given, before a task changes them in one place. */
export interface IssuedChange {
  readonly claims: (payload: JsonObject) => JsonObject
  readonly header: (header: JsonObject) => JsonObject
}

/** How a holder is tested: what it is given, and what the reference holder does. */
export interface HolderProfile {
  readonly issued: IssuedChange
  readonly change: HolderMutation
}

/** A change of an SD-JWT that has what the profile asks for. */
export const issueBy = ({ claims, header }: IssuedChange, change: SampleChange): SampleChange => ({
  ...change,
  payload: (usual) => (change.payload ?? keep)(claims(usual)),
  header: (usual) => (change.header ?? keep)(header(usual)),
})

const keep = <T>(value: T): T => value

/** The holders of RFC 9901. */
export const holderProfile: HolderProfile = { issued: { claims: keep, header: keep }, change: keep }
