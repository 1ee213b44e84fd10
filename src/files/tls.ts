import { readFileSync, writeFileSync } from 'node:fs'
import { createRefusal, HarnessError, type Refuse } from '../../model/errors.ts'
import type { CertificateFault } from '../../model/probe.ts'
import { readWallClock } from '../runtime/clock.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { ServerEncryption } from '../wire/server/server.ts'
import { readOrExplain } from './inputs.ts'

/** How a server is encrypted, and what its callers have to trust. */
export interface ServerTls {
  readonly encryption: ServerEncryption
  /** The authority that callers have to trust, as PEM, where the certificate was made here. */
  readonly authority?: string
  /** Certificates of the same key that no caller may accept, as PEM, where they were made here. */
  readonly faulty?: Readonly<Record<CertificateFault, string>>
  /** Where that was written to. */
  readonly authorityFile?: string
}

const refuse: Refuse = createRefusal('ERR_USAGE')

/** What was said of TLS: nothing, a certificate of one's own, or one that is made for the occasion. */
export async function readServerTls(args: Arguments, host: string): Promise<ServerTls | undefined> {
  const [certificate, key, client] = [args.text('tls-cert'), args.text('tls-key'), args.text('client-ca')]
  if ((certificate === undefined) !== (key === undefined)) refuse('--tls-cert and --tls-key go together')
  const isOwn = certificate !== undefined && key !== undefined
  if (isOwn && args.has('write-ca')) refuse('--write-ca is for a certificate that is made here, not for your own')
  if (!isOwn && !args.has('tls')) return refuseTlsFlagsAlone(args)
  const clientAuthority = client === undefined ? {} : { clientAuthority: readPemFile(client) }
  if (isOwn) return { encryption: { cert: readPemFile(certificate), key: readPemFile(key), ...clientAuthority } }
  const { encryption, authority, faulty } = await makeServerTls([host])
  const file = args.text('write-ca')
  if (file !== undefined) writeAuthority(file, authority)
  return {
    encryption: { ...encryption, ...clientAuthority },
    authority,
    faulty,
    ...(file !== undefined && { authorityFile: file }),
  }
}

/** A certificate for this machine and further names of it, made for the occasion, and what its callers have to trust. */
export async function makeServerTls(
  names: readonly string[],
): Promise<ServerTls & Required<Pick<ServerTls, 'authority' | 'faulty'>>> {
  const { makeServerIdentity } = await import('../wire/server/self-signed.ts')
  const all = new Set(['localhost', '127.0.0.1', '::1', ...names])
  const { authority, faulty, ...encryption } = makeServerIdentity([...all], readWallClock())
  return { encryption, authority, faulty }
}

function refuseTlsFlagsAlone(args: Arguments): undefined {
  const alone = ['client-ca', 'write-ca'].find((flag) => args.has(flag))
  if (alone !== undefined) refuse(`--${alone} says something about TLS: pass --tls as well`)
}

/** The text of a PEM file; what it holds is looked at where it is used. */
export const readPemFile = (path: string): string => readOrExplain(path, () => readFileSync(path, 'utf8'))

/** Writes an authority to where callers find it. */
export function writeAuthority(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (cause) {
    throw new HarnessError('ERR_INPUT', `cannot write ${path}`, { cause })
  }
}
