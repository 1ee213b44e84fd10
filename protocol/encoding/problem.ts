/** What can be wrong with the form of received text. One code is one cause; who is to blame is for a suite to say. */
export type ProblemCode =
  | 'too-large'
  | 'too-deep'
  | 'too-many'
  | 'utf8'
  | 'base64url'
  | 'base64'
  | 'json'
  | 'json-duplicate'
  | 'json-surrogate'
  | 'json-bom'
  | 'json-number'
  | 'not-an-object'
  | 'jws-parts'
  | 'jwe-parts'
  | 'jwe-header'
  | 'jwe-algorithm'
  | 'jwe-key'
  | 'jwe-decrypt'
  | 'jwe-inflate'
  | 'jwe-plaintext'
  | 'sd-jwt-parts'
  | 'certificate'
  | 'der'
  | 'jwk'
  | 'url'
  | 'signed'
  | 'unsecured'
  | 'cbor'
  | 'cbor-duplicate'
  | 'cose'
  | 'cose-other'
  | 'mdoc'
  | 'unrecognised'

/** The only error that `src/protocol` throws on received text, however hostile. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: ProblemCode

  /** It is an answer, not a defect: without the frames of a stack it costs a tenth. */
  constructor(code: ProblemCode, message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
  }
}

/** Ends parsing with its cause. Never returns, so that it can be used where a value is expected. */
export const refuse = (code: ProblemCode, message: string): never => {
  throw new ProtocolError(code, message)
}

/** Runs a reading and hands back its problem as a value; anything but a `ProtocolError` is our own defect and is rethrown. */
export function attempt<T>(read: () => T): { readonly value: T } | { readonly problem: ProtocolError } {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof ProtocolError) return { problem: error }
    throw error
  }
}
