import { toSlug } from '../../model/ids.ts'
import type { CertificateFault } from '../../model/probe.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ShowCertificate } from '../wire/server/select-certificate.ts'
import type { Journal } from './journal.ts'
import type { TestTrial } from './trials.ts'

const faults: Readonly<Record<CertificateFault, string>> = {
  expired: 'a certificate that has expired',
  'foreign name': 'a certificate of another name',
  untrusted: 'a certificate of an unknown authority',
  'self-signed': 'a certificate that is self-signed',
}

/** What is tried, and how many calls come of it. */
interface CertificateTest {
  readonly row: Requirement
  readonly journal: Journal
  readonly show: ShowCertificate
  readonly countCalls: (description: string) => Promise<number>
}

/** Shows a target certificates that it must not accept: it may call nothing behind them. */
export async function tryCertificates({ row, journal, show, countCalls }: CertificateTest): Promise<void> {
  const held: TestTrial[] = []
  for (const [fault, description] of Object.entries(faults)) {
    const id = `${row.id}/${toSlug(description)}`
    if (!journal.selects({ id, row })) continue
    show(fault as CertificateFault) // the key of a closed table
    const count = await countCalls(description)
    show()
    const shared = { id, row, description, obligation: row.standard ?? '' }
    if (count > 0) journal.add({ ...shared, outcome: 'failed', actual: `accepted: ${count} requests were sent` })
    else held.push({ ...shared, outcome: 'held', actual: 'refused: nothing was sent' })
  }
  const isControlled = held.length === 0 || (await countCalls('the usual certificate again')) > 0
  for (const trial of held)
    journal.add(isControlled ? trial : { ...trial, outcome: 'inconclusive', actual: 'nothing is sent after it either' })
}
