import { readFileSync, writeFileSync } from 'node:fs'
import { wallClock } from '../../harness/clock.ts'
import { HarnessError } from '../../model/errors.ts'
import type { Encryption } from '../../wire/server.ts'
import type { Arguments } from '../arguments.ts'
import { attempt } from '../inputs.ts'

/** How a server is encrypted, and what its callers have to be told. */
export interface Encrypted {
  readonly encryption: Encryption
  /** The authority that callers have to trust, as PEM, where the certificate was made here. */
  readonly authority?: string
  /** Where that was written to. */
  readonly authorityFile?: string
}

const refuse = (message: string): never => {
  throw new HarnessError('ERR_USAGE', message)
}

/** What was said of TLS: nothing, a certificate of one's own, or one that is made for the occasion. */
export async function encryptedBy(args: Arguments, host: string): Promise<Encrypted | undefined> {
  const [certificate, key, client] = [args.text('tls-cert'), args.text('tls-key'), args.text('client-ca')]
  if ((certificate === undefined) !== (key === undefined)) refuse('--tls-cert and --tls-key go together')
  const isOwn = certificate !== undefined && key !== undefined
  if (isOwn && args.has('write-ca')) refuse('--write-ca is for a certificate that is made here, not for your own')
  if (!isOwn && !args.has('tls')) return refuseAlone(args)
  const clientAuthority = client === undefined ? {} : { clientAuthority: pemIn(client) }
  if (isOwn) return { encryption: { cert: pemIn(certificate), key: pemIn(key), ...clientAuthority } }
  const { encryption, authority } = await madeFor([host])
  const file = args.text('write-ca')
  if (file !== undefined) writeAuthority(file, authority)
  return {
    encryption: { ...encryption, ...clientAuthority },
    authority,
    ...(file !== undefined && { authorityFile: file }),
  }
}

/** A certificate for this machine and further names of it, made for the occasion, and what its callers have to trust. */
export async function madeFor(names: readonly string[]): Promise<Encrypted & Required<Pick<Encrypted, 'authority'>>> {
  const { identityFor } = await import('../../wire/self-signed.ts')
  const all = new Set(['localhost', '127.0.0.1', '::1', ...names])
  const { authority, ...encryption } = identityFor([...all], wallClock())
  return { encryption, authority }
}

function refuseAlone(args: Arguments): undefined {
  const alone = ['client-ca', 'write-ca'].find((flag) => args.has(flag))
  if (alone !== undefined) refuse(`--${alone} says something about TLS: give --tls as well`)
}

/** The text of a PEM file; what it holds is looked at where it is used. */
export const pemIn = (path: string): string => attempt(path, () => readFileSync(path, 'utf8'))

/** Writes an authority to where callers find it. */
export function writeAuthority(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (cause) {
    throw new HarnessError('ERR_INPUT', `cannot write ${path}`, { cause })
  }
}
