import type { RecordHead } from '../../../model/record.ts'
import type { Settings } from '../../../model/settings.ts'
import { createRunAddresses, isStatusKnown } from '../routes/addresses.ts'

/** Where everybody is in a run, as its record tells. */
export function listRecordedAddresses(settings: Settings): NonNullable<RecordHead['addresses']> {
  const { issuer, status, listener } = createRunAddresses(settings)
  return { issuer, ...(isStatusKnown(settings) && { status }), ...(listener !== undefined && { listener }) }
}
