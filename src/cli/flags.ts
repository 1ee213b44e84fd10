import { HarnessError } from '../../model/errors.ts'
import { formatNames } from '../../reporters/formats.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Flag } from '../terminal/flags.ts'

// Flags that several commands have in common.

export const json: Flag = { meaning: 'print one JSON document' }

export const section: Flag = { value: 'S', meaning: 'only this section of the document, such as 2.9' }

export const seed: Flag = { value: 'N', meaning: 'random seed; the same seed gives the same result' }

/** A format of the report that is written beside `report.json`. */
export const format: Flag = {
  value: 'NAME',
  repeatable: true,
  meaning: `another format of the report, written beside report.json: ${formatNames.join(', ')}`,
}

/** Has the jobs of a campaign done on other machines. */
export const via: Flag = {
  value: 'URL',
  meaning: 'a NATS server, nats://HOST or tls://HOST: `assay worker` does the work, on any machine',
}

/** How a NATS server is reached, and with which rights. */
export const queueFlags = {
  creds: { value: 'FILE', meaning: 'the credentials file of an account of the server' },
  'tls-ca': { value: 'FILE', meaning: 'the certificates that the server is trusted by' },
  'tls-cert': { value: 'FILE', meaning: 'the own certificate, for a server that asks for one' },
  'tls-key': { value: 'FILE', meaning: 'the private key of the own certificate' },
} as const satisfies Record<string, Flag>

/** Refuses what chooses samples of the document alone: without effect, it would leave all samples of a standard. */
export function refuseDocumentFlags(args: Arguments): void {
  const foreign = ['section', 'members', 'combinations'].find(args.has)
  if (foreign !== undefined)
    throw new HarnessError('ERR_USAGE', `--${foreign} is about the document: name requirements of the standard`)
}
