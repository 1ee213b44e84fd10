import type { Jwk } from '../../protocol/jose/jwk.ts'

/** An EC key pair that belongs to no actor. */
export const unrelatedKey: Jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'W1Qwrd6QuEJYiv3YcNg_TOAIUCOOqt9IkhD_aCl6o9U',
  y: 'R0-WBUK9eDQtmUQywJ9tfOmqRMzfb_Vl8-o3RuzRRJI',
  d: 'tglWh0BqfgzkOBkaxWdiLZ7PAKAvjw443yhQ-9HSq6A',
}

/** An EC key pair whose `x` begins with zeros: one key in 256 has such a coordinate. */
export const keyWithZeros: Jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'AMo2gJvTYA6w92HCbIwXLRY0R9QysBLdUFu2K4zR3dY',
  y: 'mRCueGDingPfPuOGawSo9tbAnRqsPHqSa9RJ3AqU348',
  d: 'petaiwMqLzt8VYanirbUmmV7mxtLMbv78-NPYAFgYBA',
}

/** A public RSA key that belongs to no actor: none can decrypt a message to it. */
export const unrelatedRsaKey: Jwk = {
  kty: 'RSA',
  n: 'mddsQWmwGqIasPc7EbTIlwZjGk61VyWO0UM9Pjg90veTE9ar-VAN6yIz5xABFqU9btcUriujt2CZcoPfiZrOxvjagzDdy2YVeHAvkMKuhwOktLuVI1jOyDgIVM4mYsG051UviA3F1ZlpkYHI0UPV2MhnqJbSOJPeJ5wFZxM6vcyb0qdsnJIbjHSEUlwLjoHrH1hsZP4XcEu64wmqjnxmnxgnM_GaO5QGTCdztyiO0PamP55-4Iaroyh6unI9dNthMzgev90NgvTQ82mY_uIXjsbNbyqvAz_CkM-_ZBUX2kNbXi-i_jPhCYfoV0Ra4wf-7COqacjMZDQgcK4TzgkH0Q',
  e: 'AQAB',
}

/** A public EC key for encryption that belongs to no actor. */
export const unrelatedEcKey: Jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'W1Qwrd6QuEJYiv3YcNg_TOAIUCOOqt9IkhD_aCl6o9U',
  y: 'R0-WBUK9eDQtmUQywJ9tfOmqRMzfb_Vl8-o3RuzRRJI',
  use: 'enc',
  alg: 'ECDH-ES+A256KW',
}
