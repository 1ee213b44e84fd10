import { decodeBase64url, encodeBase64url } from '../encoding/base64url.ts'
import { parseJsonObject } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import type { Jwk } from './jwk.ts'

const prefix = 'did:jwk:'

/** The DID that is a key itself. */
export const writeDid = (key: Jwk): string => `${prefix}${encodeBase64url(JSON.stringify(key))}`

/** The key of such a DID; nothing, if it is another text. A fragment names the only key that there is. */
export function readDidKey(did: string): Jwk | undefined {
  const [name = ''] = did.split('#')
  if (!name.startsWith(prefix)) return undefined
  const read = attempt(() => parseJsonObject(decodeBase64url(name.slice(prefix.length)).toString('utf8')))
  return 'value' in read ? read.value : undefined
}
