/** The algorithms by which wallets of ours sign, with their curves and hash functions; the usual one first. */
export const walletSigning = {
  ES256: { curve: 'P-256', hash: 'sha256' },
  ES384: { curve: 'P-384', hash: 'sha384' },
  ES512: { curve: 'P-521', hash: 'sha512' },
  EdDSA: { curve: 'Ed25519', hash: null },
  Ed25519: { curve: 'Ed25519', hash: null },
} as const

export type WalletAlgorithm = keyof typeof walletSigning

export const walletAlgorithms = Object.keys(walletSigning) as readonly WalletAlgorithm[] // the keys of a closed table
