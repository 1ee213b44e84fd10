import {
  CompactEncrypt,
  compactDecrypt,
  exportJWK,
  FlattenedEncrypt,
  flattenedDecrypt,
  GeneralEncrypt,
  generateKeyPair,
  importJWK,
} from 'jose'
import { describe, expect, it } from 'vitest'
import { openJwe, readJwe, writeJwe } from '../../protocol/jose/jwe.ts'
import { writeFlattenedJwe } from '../../protocol/jose/jwe-parts.ts'
import { ecKey } from '../keys.ts'
import { draftOf, honest, open, problemOf, publicOf } from './jwe-drafts.ts'

const algorithms = { alg: 'ECDH-ES+A256KW', enc: 'A256GCM' } as const

async function encryptFlattened() {
  return new FlattenedEncrypt(Buffer.from('content'))
    .setProtectedHeader({ enc: algorithms.enc })
    .setUnprotectedHeader({ alg: algorithms.alg })
    .setAdditionalAuthenticatedData(Buffer.from('more'))
    .encrypt(await importJWK(publicOf(ecKey), algorithms.alg))
}

const openJson = (jwe: unknown): string => openJwe(readJwe(JSON.stringify(jwe)), ecKey).toString()

describe('a JWE in the JSON serialization', () => {
  it('is opened when it is flattened, with an unprotected header and further authenticated data', async () => {
    expect(openJson(await encryptFlattened())).toBe('content')
  })

  it('is opened with one recipient, and no more', async () => {
    const encryption = new GeneralEncrypt(Buffer.from('content')).setProtectedHeader({ enc: algorithms.enc })
    const recipient = encryption.addRecipient(await importJWK(publicOf(ecKey), algorithms.alg))
    recipient.setUnprotectedHeader({ alg: algorithms.alg })
    const one = await encryption.encrypt()

    expect(openJson(one)).toBe('content')
    expect(problemOf(() => openJson({ ...one, recipients: [...one.recipients, ...one.recipients] }))).toBe('jwe-parts')
  })

  it('is refused with a parameter in two places, a part that is not a string, or no ciphertext', async () => {
    const jwe = await encryptFlattened()

    expect(problemOf(() => openJson({ ...jwe, unprotected: { enc: 'A128GCM' } }))).toBe('jwe-header')
    expect(problemOf(() => openJson({ ...jwe, iv: 7 }))).toBe('jwe-parts')
    expect(problemOf(() => openJson({ proof: [] }))).toBe('jwe-parts')
  })

  it('is what jose opens', async () => {
    const flat = JSON.parse(writeFlattenedJwe(writeJwe(draftOf(honest))))
    const { plaintext } = await flattenedDecrypt(flat, await importJWK({ ...ecKey }, honest.alg))

    expect(Buffer.from(plaintext).toString()).toBe('content')
  })
})

describe('a key on a larger curve', () => {
  it.each(['P-384', 'P-521'] as const)('is agreed with, as jose does: %s', async (crv) => {
    const { privateKey } = await generateKeyPair('ECDH-ES', { crv, extractable: true })
    const key = { ...(await exportJWK(privateKey)), kty: 'EC', crv }
    const written = writeJwe(draftOf(honest, { key: publicOf(key) }))
    const read = await new CompactEncrypt(Buffer.from('content'))
      .setProtectedHeader({ ...algorithms, alg: 'ECDH-ES' })
      .encrypt(await importJWK(publicOf(key), 'ECDH-ES'))

    expect(Buffer.from((await compactDecrypt(written, privateKey)).plaintext).toString()).toBe('content')
    expect(open(read, key).toString()).toBe('content')
    expect(problemOf(() => open(read, ecKey))).toBe('jwe-header')
    expect(problemOf(() => writeJwe(draftOf(honest, { key: { ...publicOf(key), y: String(key.x) } })))).toBe('jwe-key')
  })
})
