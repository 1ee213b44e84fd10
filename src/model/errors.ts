import type { Loss } from './wire.ts'

const advice = {
  ERR_USAGE: 'Run `assay --help`, or `assay help <command>` for examples.',
  ERR_INPUT: 'Give a readable file, a folder, `-` for standard input, or the artefact itself.',
  ERR_UNRECOGNISED: 'Say what it is with `--as KIND`; `assay list kinds` names them.',
  ERR_CONTEXT: 'Keys are JSON Web Keys or key sets; `--now` is seconds since 1970 or an ISO 8601 time.',
  ERR_DECISION: 'Run `assay list decisions` for the keys and their answers.',
  ERR_UNKNOWN_ID: 'Run `assay list requirements` for every id.',
  ERR_CONFIG: 'Run `assay doctor` to see every setting and where it comes from.',
  ERR_TARGET: 'Nothing was judged. Start the target or mend its address, then run `assay doctor`.',
  ERR_OUTPUT: 'Give another folder (`--out`), or mend that one.',
  ERR_LISTEN:
    'Choose a free port (0 takes any) at an address of this machine, and a certificate together with its key.',
  ERR_DEFECT: 'This is a defect of assay, not of what was judged. Please report it with the command line.',
} as const

export type ErrorCode = keyof typeof advice

/** We could not do our work. What a target does wrong is a finding, never one of these. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** What to do about it. */
  get advice(): string {
    return advice[this.code]
  }
}

/** A message that did not arrive, and why. Tells nothing about what its receiver thinks of it. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly loss: Loss

  constructor(loss: Loss, message: string, options?: ErrorOptions) {
    super(message, options)
    this.loss = loss
  }
}
