import type { RecordHead } from '../../../../model/record.ts'
import type { Settings } from '../../../../model/settings.ts'
import { createRunAddresses, isStatusKnown } from '../routes/addresses.ts'

/** Lists the addresses of a run for its record. */
export function listRecordedAddresses(settings: Settings): NonNullable<RecordHead['addresses']> {
  const { issuer, status, listener } = createRunAddresses(settings)
  return { issuer, ...(isStatusKnown(settings) && { status }), ...(listener !== undefined && { listener }) }
}
