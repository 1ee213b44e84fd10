import { createPublicKey } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createRefusal, type Refuse } from '../../model/errors.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { readOrExplain } from './inputs.ts'

/** PEM certificates and public keys at which the chain of a device may end. */
export function readAnchorFile(path: string): readonly string[] {
  const found = readKeyText(path).match(/-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[^-]+-----END \1-----/g) ?? []
  if (found.length === 0 || !found.every(isPem)) refuse(`${path} holds no PEM certificate that can be read`)
  return found
}

/** The text of a file of keys. */
export function readKeyText(path: string): string {
  return readOrExplain(path, () => {
    if (statSync(path).size > limits.text) refuse(`${path} is larger than any key`)
    return readFileSync(path, 'utf8')
  })
}

function isPem(pem: string): boolean {
  try {
    return createPublicKey(pem).type === 'public'
  } catch {
    return false // whatever is wrong with it, it is no anchor
  }
}

const refuse: Refuse = createRefusal('ERR_CONTEXT')
