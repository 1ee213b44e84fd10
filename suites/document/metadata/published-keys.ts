import { isNested, isObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { type Jwk, listPrivateMembers } from '../../../protocol/jose/jwk.ts'

/** A private or symmetric key, and how it was recognised. */
interface PublishedSecret {
  readonly at: string
  readonly what: string
}

/** Finds private and symmetric keys anywhere in a document, as JWKs and as PEM. */
export function* findSecretKeys(value: JsonValue, at = ''): Generator<PublishedSecret> {
  if (typeof value === 'string' && /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(value))
    yield { at, what: 'a private key in PEM' }
  if (!isNested(value)) return
  if (isObject(value) && typeof value.kty === 'string') {
    const secrets = listPrivateMembers(value)
    if (secrets.length > 0) yield { at, what: `a key with ${secrets.join(', ')}` }
  }
  for (const [name, member] of Object.entries(value)) yield* findSecretKeys(member, `${at}/${name}`)
}

/** Why a key is announced for something else than the encryption of requests. */
export function describeWrongUse({ use, alg, key_ops: operations }: Jwk): string | undefined {
  if (use === 'sig') return '`use` is "sig"'
  if (alg === 'RSA1_5') return '`alg` is "RSA1_5"'
  const isForSignatures =
    Array.isArray(operations) &&
    operations.length > 0 &&
    operations.every((each) => each === 'sign' || each === 'verify')
  return isForSignatures ? '`key_ops` are for signatures only' : undefined
}
