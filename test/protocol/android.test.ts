import 'reflect-metadata'
import { createHash } from 'node:crypto'
import * as peculiar from '@peculiar/asn1-android'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { attempt, type ProblemCode } from '../../protocol/encoding/problem.ts'
import {
  androidNumbers,
  decodeKeyDescription,
  findChallengeBinding,
  findLaxities,
  type KeyDescription,
  keyDescriptionId,
  readKeyDescription,
  writeKeyDescription,
} from '../../protocol/x509/android.ts'
import type { Authorizations } from '../../protocol/x509/android-authorizations.ts'
import { readCertificate } from '../../protocol/x509/certificate.ts'
import { readDer } from '../../protocol/x509/der.ts'
import * as der from '../../protocol/x509/der-write.ts'
import { chainWith } from '../chain.ts'

const { securityLevel, origin, purpose, algorithm, ecCurve, digest, verifiedBootState } = androidNumbers

const honest: KeyDescription = {
  attestationVersion: 300,
  attestationSecurityLevel: securityLevel.strongBox,
  keyMintVersion: 300,
  keyMintSecurityLevel: securityLevel.strongBox,
  attestationChallenge: Buffer.from('a nonce'),
  uniqueId: Buffer.alloc(0),
  softwareEnforced: { attestationApplicationId: Buffer.from('an application') },
  hardwareEnforced: {
    purpose: [purpose.sign],
    algorithm: algorithm.ec,
    keySize: 256,
    digest: [digest.sha256],
    ecCurve: ecCurve.p256,
    origin: origin.generated,
    rootOfTrust: {
      verifiedBootKey: Buffer.alloc(32, 1),
      deviceLocked: true,
      verifiedBootState: verifiedBootState.verified,
      verifiedBootHash: Buffer.alloc(32, 2),
    },
  },
}

/** The honest description with other octets for what its hardware enforces. */
function withHardware(list: Buffer): Buffer {
  const parts = readDer(writeKeyDescription(honest).value).parts ?? []
  return der.sequence(...parts.slice(0, -1).map(({ octets }) => octets), list)
}

const rootWith = (locked: string): Buffer =>
  der.explicit(
    704,
    der.sequence(der.octetString(Buffer.alloc(32)), der.write(0, 1, Buffer.from(locked, 'hex')), der.enumerated(0)),
  )

const codeOf = (octets: Buffer): ProblemCode | undefined => {
  const result = attempt(() => decodeKeyDescription(octets))
  return 'problem' in result ? result.problem.code : undefined
}

const octets = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array))
const number = fc.nat()
const numbers = fc.uniqueArray(fc.nat(127), { maxLength: 4 }).map((list) => list.toSorted((a, b) => a - b))

const rootOfTrust = fc.record(
  { verifiedBootKey: octets, deviceLocked: fc.boolean(), verifiedBootState: fc.nat(3), verifiedBootHash: octets },
  { requiredKeys: ['verifiedBootKey', 'deviceLocked', 'verifiedBootState'] },
)

const authorizations = fc.record(
  {
    purpose: numbers,
    algorithm: number,
    keySize: number,
    digest: numbers,
    ecCurve: number,
    origin: number,
    rootOfTrust,
    attestationApplicationId: octets,
  },
  { requiredKeys: [] },
)

const descriptions: fc.Arbitrary<KeyDescription> = fc.record({
  attestationVersion: number,
  attestationSecurityLevel: fc.nat(2),
  keyMintVersion: number,
  keyMintSecurityLevel: fc.nat(2),
  attestationChallenge: octets,
  uniqueId: octets,
  softwareEnforced: authorizations,
  hardwareEnforced: authorizations,
})

describe('A key description', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(descriptions, (description) => {
        const { value } = writeKeyDescription(description)

        expect(decodeKeyDescription(value)).toEqual(description)
        expect(findLaxities(value)).toEqual([])
      }),
    )
  })

  it('is read by another library as it was meant', () => {
    fc.assert(
      fc.property(descriptions, (description) => {
        const read = AsnConvert.parse(writeKeyDescription(description).value, peculiar.KeyMintKeyDescription)

        expect(read.attestationSecurityLevel).toBe(description.attestationSecurityLevel)
        expect(Number(read.keyMintVersion)).toBe(description.keyMintVersion)
        expect(Buffer.from(read.attestationChallenge.buffer)).toEqual(description.attestationChallenge)
        expect(fromPeculiar(read.softwareEnforced)).toEqual(description.softwareEnforced)
        expect(fromPeculiar(read.hardwareEnforced)).toEqual(description.hardwareEnforced)
      }),
    )
  })

  it('is read from the octets of another library', () => {
    const written = AsnConvert.serialize(
      new peculiar.KeyMintKeyDescription({
        attestationVersion: 400,
        attestationSecurityLevel: peculiar.SecurityLevel.trustedEnvironment,
        keyMintVersion: 400,
        keyMintSecurityLevel: peculiar.SecurityLevel.trustedEnvironment,
        attestationChallenge: new OctetString(Buffer.from('a nonce')),
        uniqueId: new OctetString(0),
        softwareEnforced: new peculiar.AuthorizationList({ creationDateTime: 1, osVersion: 150000 }),
        hardwareEnforced: new peculiar.AuthorizationList({
          purpose: new peculiar.IntegerSet([2, 3]),
          algorithm: 3,
          noAuthRequired: null,
          origin: 0,
          moduleHash: new OctetString(Buffer.alloc(32)),
        }),
      }),
    )

    expect(decodeKeyDescription(Buffer.from(written))).toEqual({
      attestationVersion: 400,
      attestationSecurityLevel: securityLevel.trustedEnvironment,
      keyMintVersion: 400,
      keyMintSecurityLevel: securityLevel.trustedEnvironment,
      attestationChallenge: Buffer.from('a nonce'),
      uniqueId: Buffer.alloc(0),
      softwareEnforced: {},
      hardwareEnforced: { purpose: [2, 3], algorithm: 3, origin: 0 },
    })
  })

  it('is found in the certificate that carries it and in no other', () => {
    const [leaf, middle] = chainWith({ extensions: [writeKeyDescription(honest)] }).map(readCertificate)

    expect(leaf && readKeyDescription(leaf)).toEqual(honest)
    expect(middle && readKeyDescription(middle)).toBeUndefined()
    expect(leaf?.extensions.map(({ id }) => id)).toContain(keyDescriptionId)
  })
})

describe('A list of authorisations', () => {
  const [first, second] = [der.explicit(3, der.integer(256)), der.explicit(10, der.integer(1))]
  const unknown = der.explicit(9999, der.sequence(der.utf8String('new')))

  it.each<[string, Buffer[], Authorizations]>([
    ['in order', [first, second], { keySize: 256, ecCurve: 1 }],
    ['out of order', [second, first], { keySize: 256, ecCurve: 1 }],
    ['with an unknown tag', [first, unknown], { keySize: 256 }],
    ['with a boolean that is 01', [rootWith('01')], { rootOfTrust: expect.objectContaining({ deviceLocked: true }) }],
  ])('is read %s', (_, list, expected) => {
    expect(decodeKeyDescription(withHardware(der.sequence(...list))).hardwareEnforced).toEqual(expected)
  })

  it.each([
    ['nothing', [first, second, rootWith('ff')], []],
    ['the order', [second, first], ['tag-order']],
    ['the boolean', [rootWith('01')], ['boolean']],
    ['both', [rootWith('01'), first], ['tag-order', 'boolean']],
  ])('is known to depart from DER in %s', (_, list, laxities) => {
    expect(findLaxities(withHardware(der.sequence(...list)))).toEqual(laxities)
  })

  it.each([
    ['the same tag twice', [first, first]],
    ['a value without a tag', [der.integer(256)]],
    ['a text for a number', [der.explicit(3, der.utf8String('256'))]],
    ['two values under one tag', [der.explicit(3, Buffer.concat([der.integer(1), der.integer(2)]))]],
    ['a boolean of two octets', [rootWith('ffff')]],
  ])('is refused with %s', (_, list) => {
    expect(codeOf(withHardware(der.sequence(...list)))).toBe('der')
  })

  it('is refused when it is missing', () => {
    const { parts = [] } = readDer(writeKeyDescription(honest).value)

    expect(codeOf(der.sequence(...parts.slice(0, -1).map((part) => part.octets)))).toBe('der')
    expect(codeOf(der.sequence(...parts.map((part) => part.octets)))).toBeUndefined()
  })
})

describe('A challenge', () => {
  const nonce = encodeBase64url('sixteen octets ..')

  it.each([
    ['the text of the nonce', Buffer.from(nonce), 'utf8'],
    ['what the nonce encodes', Buffer.from('sixteen octets ..'), 'base64url-decoded'],
    ['the digest of the nonce', createHash('sha256').update(nonce).digest(), 'sha-256'],
    ['another nonce', Buffer.from(`${nonce}x`), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('is recognised as %s', (_, challenge, expected) => {
    expect(findChallengeBinding(challenge, nonce)).toBe(expected)
  })

  it('of nothing is not made from an empty nonce', () => {
    expect(findChallengeBinding(Buffer.alloc(0), '')).toBeUndefined()
  })

  it('is not made by decoding what is not base64url', () => {
    expect(findChallengeBinding(Buffer.from('abcd'), `${encodeBase64url('abcd')}=`)).toBeUndefined()
    expect(findChallengeBinding(Buffer.from('abcd'), encodeBase64url('abcd'))).toBe('base64url-decoded')
  })
})

/** What the other library read, in our words. */
function fromPeculiar(list: peculiar.AuthorizationList): Record<string, unknown> {
  const { purpose, algorithm, keySize, digest, ecCurve, origin, rootOfTrust: root, attestationApplicationId: id } = list
  const words = {
    purpose: purpose && [...purpose],
    algorithm: whole(algorithm),
    keySize: whole(keySize),
    digest: digest && [...digest],
    ecCurve: whole(ecCurve),
    origin: whole(origin),
    rootOfTrust: root && {
      verifiedBootKey: Buffer.from(root.verifiedBootKey.buffer),
      deviceLocked: root.deviceLocked,
      verifiedBootState: root.verifiedBootState,
      ...(root.verifiedBootHash && { verifiedBootHash: Buffer.from(root.verifiedBootHash.buffer) }),
    },
    attestationApplicationId: id && Buffer.from(id.buffer),
  }
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined))
}

/** The other library gives integers of four octets as text. */
function whole(value: number | string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}
