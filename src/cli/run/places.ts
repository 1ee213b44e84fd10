import { isStatusKnown, placesOf } from '../../assembly/places.ts'
import type { RecordHead } from '../../model/record.ts'
import type { Settings } from '../../model/settings.ts'

/** Where everybody is in a run, as its record tells. */
export function placesTold(settings: Settings): NonNullable<RecordHead['places']> {
  const { issuer, status, door } = placesOf(settings)
  return { issuer, ...(isStatusKnown(settings) && { status }), ...(door !== undefined && { door }) }
}
