import { describe, expect, it } from 'vitest'
import { readAttestation } from '../../protocol/artefacts/attestation.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { isSignedBy, writeJws } from '../../protocol/jose/jws.ts'
import { readLeafKey } from '../../protocol/x509/chain.ts'
import { chainWith, publicOf, toX5c } from '../chain.ts'
import { ecKey, otherEcKey } from '../keys.ts'

const x5c = toX5c(chainWith())
const payload = { nonce: 'n', iat: 1_750_000_000, attested_keys: [publicOf(ecKey)] }

const write = (header: JsonObject, key = ecKey as JsonObject): string =>
  writeJws({ typ: 'keyattestation+jwt', alg: 'ES256', ...header }, payload, key)

/** Whether an attestation was signed with the key of its leaf. */
function isSignedByLeaf(text: string): boolean {
  const { jws, chain: [leaf] = [] } = readAttestation(text)
  const found = leaf && readLeafKey(leaf)
  return found !== undefined && 'key' in found && isSignedBy(jws, found.key)
}

describe('A key attestation', () => {
  it('is read with its chain', () => {
    const { jws, chain, chainProblem } = readAttestation(write({ x5c }))

    expect(jws.payload).toEqual(payload)
    expect(chain?.map(({ der }) => der.toString('base64'))).toEqual(x5c)
    expect(chainProblem).toBeUndefined()
  })

  it.each([
    ['no `x5c`', {}, 'certificate'],
    ['an empty `x5c`', { x5c: [] }, 'certificate'],
    ['an `x5c` in base64url', { x5c: x5c.map((text) => Buffer.from(text, 'base64').toString('base64url')) }, 'base64'],
  ])('with %s is still read, and says why it has no chain', (_, header, code) => {
    const { jws, chain, chainProblem } = readAttestation(write(header))

    expect(jws.payload).toEqual(payload)
    expect(chain).toBeUndefined()
    expect(chainProblem?.code).toBe(code)
  })

  it('verifies with the key of its leaf and with no other', () => {
    expect(isSignedByLeaf(write({ x5c }))).toBe(true)
    expect(isSignedByLeaf(write({ x5c }, otherEcKey))).toBe(false)
  })

  it('takes no key from its header', () => {
    expect(isSignedByLeaf(write({ x5c, jwk: publicOf(otherEcKey) }, otherEcKey))).toBe(false)
    expect(isSignedByLeaf(write({ x5c, jwk: publicOf(otherEcKey) }))).toBe(true)
  })

  it('is refused when it is not a JWS', () => {
    expect(attempt(() => readAttestation('a.b'))).toMatchObject({ problem: { code: 'jws-parts' } })
  })
})
