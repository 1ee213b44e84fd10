import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../../protocol/encoding/limits.ts'
import { attempt, type ProtocolError } from '../../protocol/encoding/problem.ts'
import { openJwe, readJwe, writeJwe } from '../../protocol/jose/jwe.ts'
import { readChain } from '../../protocol/x509/certificate.ts'
import * as der from '../../protocol/x509/der-write.ts'
import { rsaKey } from '../keys.ts'

const megabyte = Buffer.alloc(1_000_000, 0xff)

const random = (octets: number): Buffer => Buffer.alloc(octets, 7)

const encryptTo = (key: Readonly<Record<string, string>>): string =>
  writeJwe({ plaintext: '{}', header: { alg: 'RSA-OAEP-256', enc: 'A256GCM' }, key, random })

const problemOf = (run: () => unknown): ProtocolError | undefined => {
  const result = attempt(run)
  return 'problem' in result ? result.problem : undefined
}

// Modules that other test files loaded have bindings to these functions: they are replaced in the module itself.
const importers = [
  vi.spyOn(crypto, 'createPublicKey'),
  vi.spyOn(crypto, 'createPrivateKey'),
  vi.spyOn(crypto, 'X509Certificate'),
]
const [createPublicKey] = importers
syncBuiltinESMExports()

beforeEach(() => {
  vi.clearAllMocks()
})

afterAll(() => {
  for (const each of importers) each.mockRestore()
  syncBuiltinESMExports()
})

const expectNoImport = (): void => {
  for (const each of importers) expect(each).not.toHaveBeenCalled()
}

describe('an RSA key that is too large', () => {
  it.each(['n', 'e'])('is rejected by the length of `%s` before it is imported to encrypt', (member) => {
    const problem = problemOf(() => encryptTo({ ...rsaKey, [member]: megabyte.toString('base64url') }))

    expect(problem?.code).toBe('jwe-key')
    expect(problem?.message).toContain(`\`${member}\` of the RSA key has more than ${limits.modulusBits} bits`)
    expectNoImport()
  })

  it.each(['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'])(
    'is rejected by the length of `%s` before it is imported to decrypt',
    (member) => {
      const jwe = readJwe(encryptTo(rsaKey))
      vi.clearAllMocks()

      const problem = problemOf(() => openJwe(jwe, { ...rsaKey, [member]: megabyte.toString('base64url') }))

      expect(problem?.code).toBe('jwe-key')
      expectNoImport()
    },
  )

  it('is rejected in a certificate before the certificate is imported', () => {
    const name = der.sequence()
    const signature = der.sequence(der.oid('1.2.840.113549.1.1.11'))
    const keyInfo = der.sequence(der.sequence(der.oid('1.2.840.113549.1.1.1')), der.bitString(megabyte))
    const validity = der.sequence(der.time(new Date(0)), der.time(new Date(1e12)))
    const signed = der.sequence(der.integer(1), signature, name, validity, name, keyInfo)
    const certificate = der.sequence(signed, signature, der.bitString(Buffer.alloc(256)))

    const problem = problemOf(() => readChain([certificate.toString('base64')]))

    expect(problem?.message).toMatch(/x5c\[0\]: .* a public key of more than \d+ bits/)
    expectNoImport()
  })
})

describe('the largest RSA key', () => {
  it('is imported: OpenSSL decides what it can be used for', () => {
    const largest = Buffer.alloc(limits.modulusBits / 8, 0xff).toString('base64url')

    expect(problemOf(() => encryptTo({ ...rsaKey, n: largest }))).toBeUndefined()
    expect(createPublicKey).toHaveBeenCalledOnce()
  })
})
