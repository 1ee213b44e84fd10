import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import type { WalletKey } from '../../../oauth/harness/wallet-keys.ts'

/** A wallet that authenticates itself: its own key, that of its provider, and what the server says about both. */
export interface ClientInstance {
  readonly server: JsonObject
  readonly providerKey: Jwk
  readonly key: WalletKey
  /** The challenge that the server gave last. */
  challenge?: string
}
