import type { EncryptedContent } from '../../../protocol/artefacts/artefact.ts'
import { isObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { parseContentEncryption } from '../../../protocol/jose/jwe-content.ts'
import { parseKeyManagement, unwrapKey } from '../../../protocol/jose/jwe-keys.ts'
import type { EncryptionKeys } from '../model/exchange.ts'

/** Reads the keys of an encrypted message, to compare them with those of others. */
export function readEncryptionKeys(content: EncryptedContent): EncryptionKeys {
  const { jwe } = content
  const { epk } = jwe.header
  return {
    text: jwe.text,
    contentKey: identifyContentKey(content),
    iv: jwe.iv.toString('base64url'),
    ...(isObject(epk) && { ephemeralKey: JSON.stringify([epk.crv, epk.x, epk.y]) }),
  }
}

/** The content encryption key or, if the message was not decrypted, what determines it. Different keys never look equal. */
function identifyContentKey({ jwe, key }: EncryptedContent): string {
  const { header, encryptedKey } = jwe
  const unwrapped = attempt(() =>
    key
      ? unwrapKey(encryptedKey, key, {
          alg: parseKeyManagement(header.alg),
          enc: parseContentEncryption(header.enc),
          header,
        })
      : undefined,
  )
  if ('value' in unwrapped && unwrapped.value) return unwrapped.value.toString('base64url')
  const { x, y } = isObject(header.epk) ? header.epk : {}
  // Nothing says which key it is. With an exponent of 0, as a probe may ask for, every key is encrypted to 1.
  if (x === undefined && !encryptedKey.subarray(0, -1).some((octet) => octet !== 0)) return jwe.text
  return JSON.stringify([header.alg, header.kid, x, y, encryptedKey.toString('base64url')])
}
