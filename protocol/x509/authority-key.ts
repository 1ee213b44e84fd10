import { attempt } from '../encoding/problem.ts'
import { type Certificate, type Extension, findExtension } from './certificate.ts'
import { readDer } from './der.ts'
import { hasTag, readParts } from './der-value.ts'
import { implicit, octetString, sequence } from './der-write.ts'

const authorityKey = '2.5.29.35'

/** The extension that names the key of the authority above a certificate (RFC 5280 section 4.2.1.1). */
export const writeAuthorityKey = (id: Uint8Array): Extension => ({
  id: authorityKey,
  critical: false,
  value: sequence(implicit(0, octetString(id))),
})

/** The names of the keys of the authorities above these certificates, for those that have one. */
export const listAuthorityKeys = (chain: readonly Certificate[]): readonly Buffer[] =>
  chain.flatMap((certificate) => {
    const value = findExtension(certificate, authorityKey)
    const read = value && attempt(() => readParts(readDer(value)).find((part) => hasTag(part, 0))?.content)
    return read && 'value' in read ? (read.value ?? []) : []
  })
