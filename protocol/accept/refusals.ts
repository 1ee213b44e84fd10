/** Why a payload is refused. */
export type PayloadRefusal =
  | 'payload'
  | 'issuer'
  | 'time'
  | 'expired'
  | 'not-yet-valid'
  | 'status'
  | 'hash-name'
  | 'holder-key'
  | 'in-clear'
  | 'nested'
  | 'repeated-digest'

/** Why a disclosure is refused. */
export type DisclosureRefusal =
  | 'repeated-digest'
  | 'digest'
  | 'disclosure-form'
  | 'order'
  | 'name'
  | 'permanent'
  | 'repeated-name'
  | 'in-clear'
  | 'nested'
  | 'recut'
  | 'unterminated'
  | 'key-binding'
  | 'too-many'
