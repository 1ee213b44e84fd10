import type { TransportErrorKind } from './wire.ts'

const hints = {
  ERR_USAGE: 'run `assay --help` to list commands, or `assay help COMMAND` to list its flags',
  ERR_INPUT: 'pass a readable file, a folder, `-` for standard input, or the artefact itself',
  ERR_SHARDS: 'pass the reports of all shards of one run, each of them once',
  ERR_NOT_KEPT: 'run again with --keep-private, which stores the private values that the checks need',
  ERR_UNRECOGNISED:
    'name its standard with --profile NAME (`assay list profiles`), or its kind with --as KIND (`assay list kinds`)',
  ERR_CONTEXT: 'keys are JWKs or JWK Sets; a time is in seconds since 1970 or in ISO 8601',
  ERR_DECISION: 'run `assay list decisions` to list the keys and their answers',
  ERR_UNKNOWN_ID: 'run `assay list requirements` to list the ids',
  ERR_CONFIG: 'run `assay doctor` to show every setting with its source',
  ERR_TARGET: 'nothing was judged; start the target or correct its address',
  ERR_OUTPUT: 'choose another folder with --out, or make this one writable',
  ERR_DISK: 'free some space, or choose another folder with --out; the record up to this point was kept',
  ERR_QUEUE: 'start a NATS server: `nats-server --addr 127.0.0.1 --jetstream --store_dir FOLDER`',
  ERR_LISTEN: 'choose a free port (0 takes any) on an address of this machine; a certificate needs its private key',
  ERR_DEFECT: 'this is a defect in assay, not in the target; please report it with the command line',
} as const

export type ErrorCode = keyof typeof hints

/** Assay could not do its work. What a target does wrong is a finding, never one of these. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  readonly code: ErrorCode

  /** What the user can do about it. */
  readonly hint: string
  /** Whether the hint was written for this error, and is not the one of its code. */
  readonly hasOwnHint: boolean

  constructor(code: ErrorCode, message: string, { hint, ...options }: ErrorOptions & { readonly hint?: string } = {}) {
    super(message, options)
    this.code = code
    this.hint = hint ?? hints[code]
    this.hasOwnHint = hint !== undefined
  }
}

/** Ends what Assay was asked to do, with an error. */
export type Refuse = (message: string, options?: { readonly hint: string }) => never

/** Refuses with errors of one code. A constant of it needs its type, so that the compiler knows what follows is not reached. */
export const createRefusal =
  (code: ErrorCode): Refuse =>
  (message, options) => {
    throw new HarnessError(code, message, options)
  }

/** A message that did not arrive, and why. It says nothing about the receiver. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly kind: TransportErrorKind

  constructor(kind: TransportErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A message that could not be made: its target wants a value that the session does not have. */
export class UnknownPlaceholderError extends TransportError {
  constructor(message: string) {
    super('configuration', message)
  }
}
