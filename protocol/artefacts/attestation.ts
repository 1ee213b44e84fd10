import { attempt, type ProtocolError } from '../encoding/problem.ts'
import { type Jws, readJws } from '../jose/jws.ts'
import { type Certificate, readChain } from '../x509/certificate.ts'

/** A key attestation taken apart: the JWS, and the device's certificates as far as they can be read. */
export interface Attestation {
  readonly jws: Jws
  /** The chain of `x5c`, leaf first; absent if the header has none that can be read. */
  readonly chain?: readonly Certificate[]
  /** Why the chain cannot be read. */
  readonly chainProblem?: ProtocolError
}

/** Takes a key attestation apart (section 2.5). A chain that cannot be read does not hide the rest. */
export function readAttestation(text: string): Attestation {
  const jws = readJws(text)
  const chain = attempt(() => readChain(jws.header.x5c))
  return 'value' in chain ? { jws, chain: chain.value } : { jws, chainProblem: chain.problem }
}
