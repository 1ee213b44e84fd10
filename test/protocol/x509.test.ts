import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import * as peculiar from '@peculiar/x509'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attempt, type ProblemCode } from '../../protocol/encoding/problem.ts'
import { type Certificate, readCertificate, readChain } from '../../protocol/x509/certificate.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import {
  type ChainFault,
  findChainFaults,
  findValidityFaults,
  isAnchored,
  readLeafKey,
} from '../../protocol/x509/chain.ts'
import { readDer } from '../../protocol/x509/der.ts'
import * as der from '../../protocol/x509/der-write.ts'
import { chainWith, honest, p384Key, publicOf, rootKey, toPem, toX5c } from '../chain.ts'
import { ecKey, otherEcKey, rsaKey } from '../keys.ts'

const good = chainWith()
const read = (chain: readonly Buffer[]): readonly Certificate[] => readChain(toX5c(chain))
const at = <T>(list: readonly T[], index: number): T => list[index] ?? expect.unreachable()
const named = (faults: readonly ChainFault[]): readonly string[] =>
  faults.map(({ index, fault }) => `${index} ${fault}`)

const codeOf = (reading: () => unknown): ProblemCode | undefined => {
  const result = attempt(reading)
  return 'problem' in result ? result.problem.code : undefined
}

function corrupt(octets: Buffer, position: number, difference: number): Buffer {
  const copy = Buffer.from(octets)
  copy[position % copy.length] = at([...copy], position % copy.length) ^ difference
  return copy
}

describe('A valid chain', () => {
  it('has no fault', () => {
    expect(findChainFaults(read(good))).toEqual([])
  })

  it('is the same octets every time', () => {
    expect(chainWith()).toEqual(good)
  })

  it('has no fault when it ends before its root', () => {
    expect(findChainFaults(read(good.slice(0, 2)))).toEqual([])
  })

  it('has a fault in every order but its own', () => {
    const orders = fc.shuffledSubarray([0, 1, 2], { minLength: 3 }).filter((order) => String(order) !== '0,1,2')

    fc.assert(
      fc.property(orders, (order) => {
        expect(findChainFaults(read(order.map((i) => at(good, i))))).not.toEqual([])
      }),
    )
  })

  it('does not survive a change of one octet below its end', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.nat(), fc.integer({ min: 1, max: 255 }), (index, position, difference) => {
        const result = attempt(() => read(good.with(index, corrupt(at(good, index), position, difference))))
        expect('problem' in result || findChainFaults(result.value)).not.toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('is read and verified by another library', async () => {
    const [leaf, middle, root] = good.map((octets) => new peculiar.X509Certificate(octets))

    expect(await leaf?.verify({ publicKey: at([middle], 0), signatureOnly: true })).toBe(true)
    expect(await middle?.verify({ publicKey: at([root], 0), signatureOnly: true })).toBe(true)
    expect(await root?.isSelfSigned()).toBe(true)
    expect(middle?.getExtension(peculiar.BasicConstraintsExtension)).toMatchObject({ ca: true, pathLength: 0 })
    expect(middle?.getExtension(peculiar.KeyUsagesExtension)?.usages).toBe(
      peculiar.KeyUsageFlags.keyCertSign | peculiar.KeyUsageFlags.cRLSign,
    )
    expect(leaf?.subject).toBe('CN=Device key')
  })

  it('is read and verified by Node', () => {
    const [leaf, middle] = [new X509Certificate(at(good, 0)), new X509Certificate(at(good, 1))]

    expect(leaf.verify(middle.publicKey)).toBe(true)
    expect([leaf.ca, middle.ca]).toEqual([false, true])
    expect(leaf.checkIssued(middle)).toBe(true)
  })
})

describe('A certificate of another library', () => {
  it('is read as that library meant it', async () => {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const written = await peculiar.X509CertificateGenerator.createSelfSigned({
      serialNumber: '7f',
      name: 'CN=Someone, O=Somewhere',
      notBefore: new Date('2049-12-31T23:59:59Z'),
      notAfter: new Date('2050-01-01T00:00:00Z'),
      keys,
      extensions: [
        new peculiar.BasicConstraintsExtension(true, 2, true),
        new peculiar.KeyUsagesExtension(peculiar.KeyUsageFlags.decipherOnly | peculiar.KeyUsageFlags.keyCertSign, true),
      ],
    })

    const certificate = readCertificate(Buffer.from(written.rawData))

    expect(certificate).toMatchObject({
      serial: 0x7fn,
      notBefore: new Date('2049-12-31T23:59:59Z'),
      notAfter: new Date('2050-01-01T00:00:00Z'),
      constraints: { ca: true, pathLength: 2 },
      keyUsage: ['keyCertSign', 'decipherOnly'],
    })
    expect(findChainFaults([certificate])).toEqual([])
  })
})

describe('A chain in `x5c`', () => {
  const element = at(toX5c(good), 0)
  const padded = at(
    toX5c([
      at(good, 0),
      at(chainWith({ subject: 'Device key.' }), 0),
      at(chainWith({ subject: 'Device key..' }), 0),
    ]).filter((text) => text.endsWith('=')),
    0,
  )
  const both = Buffer.concat([at(good, 0), at(good, 1)])

  it.each<[string, unknown, ProblemCode]>([
    ['nothing', undefined, 'certificate'],
    ['a string', element, 'certificate'],
    ['an empty array', [], 'certificate'],
    ['an empty string', [element, ''], 'certificate'],
    ['a number', [element, 7], 'certificate'],
    ['PEM armour', [toPem(at(good, 0))], 'base64'],
    ['lines', [element.replace(/(.{64})/, '$1\n')], 'base64'],
    ['the alphabet of base64url', [at(good, 0).toString('base64url')], 'base64'],
    ['no padding', [padded.replaceAll('=', '')], 'base64'],
    ['an octet after the certificate', toX5c([Buffer.concat([at(good, 0), Buffer.from([0])])]), 'certificate'],
    ['two certificates in one', toX5c([both]), 'certificate'],
    ['half a certificate', toX5c([at(good, 0).subarray(0, 99)]), 'certificate'],
    ['DER that is not a certificate', toX5c([der.sequence(der.integer(1))]), 'certificate'],
    ['too many', Array.from({ length: 17 }, () => element), 'too-many'],
  ])('is refused when it is or holds %s', (_, x5c, code) => {
    expect(codeOf(() => readChain(x5c))).toBe(code)
  })

  it.each([
    ['padding', [padded]],
    ['as many certificates as are allowed', Array.from({ length: 16 }, () => element)],
  ])('is read with %s', (_, x5c) => {
    expect(readChain(x5c)).toHaveLength(x5c.length)
  })

  it('names the place of what cannot be read', () => {
    const result = attempt(() => readChain([element, element, 'AAAA']))

    expect('problem' in result && result.problem.message).toContain('x5c[2]')
  })

  it('is not read as a certificate that one of its certificates hides', () => {
    const hidden = { id: '1.2.3.4', critical: false, value: Buffer.from(`\n${toPem(at(good, 2))}`) }
    const carrier = at(chainWith({ extensions: [hidden] }), 0)

    const result = attempt(() => readCertificate(carrier))

    expect('problem' in result || result.value.x509.raw.equals(carrier)).toBe(true)
  })

  it('is refused with an extension that is repeated', () => {
    const extension = { id: '1.2.3.4', critical: false, value: Buffer.from('0500', 'hex') }

    expect(codeOf(() => read(chainWith({ extensions: [extension, extension] })))).toBe('certificate')
    expect(codeOf(() => read(chainWith({ extensions: [extension] })))).toBeUndefined()
  })
})

describe('A chain that is wrong in one place', () => {
  it.each<[string, Partial<CertificateDraft>[], string[]]>([
    ['another name for the issuer', [{ issuer: 'Someone' }], ['0 name']],
    ['another key under the name', [{}, { publicKey: publicOf(ecKey) }], ['0 signature']],
    ['a signature by a stranger', [{ issuerKey: rootKey }], ['0 signature']],
    ['a root that did not sign itself', [{}, {}, { issuerKey: ecKey }], ['2 signature']],
    ['no basic constraints', [{}, {}, { ca: false }], ['2 ca']],
    ['a key that may not sign certificates', [{}, { keyUsage: ['digitalSignature'] }], ['1 key-usage']],
    ['no room for its intermediate', [{}, {}, { pathLength: 0 }], ['2 path-length']],
  ])('%s', (_, changes, faults) => {
    expect(named(findChainFaults(read(chainWith(...changes))))).toEqual(faults)
  })

  it('is extended below a leaf, and every signature verifies', () => {
    const extra = writeCertificate({
      ...honest[0],
      issuer: 'Device key',
      issuerKey: ecKey,
      subject: 'Forged',
      serial: 9,
    })

    expect(named(findChainFaults(read([extra, ...good])))).toEqual(['1 ca', '1 key-usage', '2 path-length'])
  })

  it('has its leaf twice', () => {
    expect(named(findChainFaults(read([at(good, 0), ...good])))).toContain('1 duplicate')
  })

  it('lacks its intermediate', () => {
    expect(named(findChainFaults(read([at(good, 0), at(good, 2)])))).toEqual(['0 name', '0 signature'])
  })
})

describe('The validity of a chain', () => {
  const past = { notBefore: new Date(0), notAfter: new Date(0) }
  const now = new Date('2030-06-01T00:00:00Z')

  it.each<[string, Partial<CertificateDraft>[], Date, string[]]>([
    ['now', [], now, []],
    ['at the first moment', [], honest[0].notBefore, []],
    ['at the last moment', [], honest[0].notAfter, []],
    ['a second early', [], new Date('2024-12-31T23:59:59Z'), ['1 not-yet-valid', '2 not-yet-valid']],
    ['a second late', [], new Date('2035-01-01T00:00:01Z'), ['1 expired', '2 expired']],
    ['of a leaf that never was', [past], now, []],
    ['of an intermediate that never was', [{}, past], now, ['1 expired']],
  ])('%s', (_, changes, moment, faults) => {
    expect(named(findValidityFaults(read(chainWith(...changes)), moment))).toEqual(faults)
  })
})

describe('The end of a chain', () => {
  const anchor = toPem(at(good, 2))
  const reissued = toPem(at(chainWith({}, {}, { subject: 'Root', serial: 77 }), 2))
  const stranger = toPem(at(chainWith({}, {}, { publicKey: publicOf(otherEcKey), issuerKey: otherEcKey }), 2))
  const key = new X509Certificate(at(good, 2)).publicKey.export({ type: 'spki', format: 'pem' }).toString()

  it.each([
    ['an anchor', good, [stranger, anchor], true],
    ['an anchor that was issued again over the same key', good, [reissued], true],
    ['an anchor that is given as a key', good, [key], true],
    ['what an anchor issued', good.slice(0, 2), [anchor], true],
    ['a stranger', good, [stranger], false],
    ['nothing that is trusted', good, [], false],
    ['a leaf that the anchor did not issue', good.slice(0, 1), [anchor], false],
    ['nothing at all', [], [anchor], false],
  ])('is %s', (_, chain, anchors, expected) => {
    expect(isAnchored(chain.map(readCertificate), anchors)).toBe(expected)
  })
})

describe('The key of a leaf', () => {
  const keyIn = (publicKey: CertificateDraft['publicKey']) =>
    readLeafKey(readCertificate(at(chainWith({ publicKey }), 0)))

  it('is the key that was certified', () => {
    expect(keyIn(ecKey)).toMatchObject({ jwk: { kty: 'EC', crv: 'P-256', x: ecKey.x, y: ecKey.y } })
    expect(keyIn(ecKey)).not.toHaveProperty('jwk.d')
  })

  it.each([
    ['another curve', p384Key],
    ['another kind', { kty: 'RSA', n: rsaKey.n, e: rsaKey.e }],
  ])('is refused with a reason on %s', (_, publicKey) => {
    expect(keyIn(publicKey)).toEqual({ reason: expect.any(String) })
  })
})

describe('A draft', () => {
  it('comes back from the certificate that it was written into', () => {
    const moment = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
    const seconds = moment.map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000))
    const extension = fc.record({
      id: fc.nat().map((arc) => `1.3.6.1.4.1.${arc}`),
      critical: fc.boolean(),
      value: fc.uint8Array().map((array) => Buffer.from(array)),
    })
    const extensions = fc.uniqueArray(extension, { maxLength: 3, selector: ({ id }) => id })

    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 159n }),
        seconds,
        seconds,
        extensions,
        (serial, notBefore, notAfter, list) => {
          const octets = at(chainWith({ serial, notBefore, notAfter, extensions: list }), 0)
          const certificate = readCertificate(octets)

          expect(readDer(octets).octets).toEqual(octets)
          expect(certificate).toMatchObject({ serial, notBefore, notAfter, keyUsage: ['digitalSignature'] })
          expect(certificate.extensions.slice(1)).toEqual(list)
        },
      ),
    )
  })
})
