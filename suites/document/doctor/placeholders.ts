import type { Settings } from '../../../model/settings.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import type { DoctorLine } from '../../../src/terminal/doctor-line.ts'
import { findUnknownPlaceholders, type UnknownPlaceholder } from '../run/routes/unknown-placeholders.ts'

/** A line for each placeholder that no session has a value for. */
export const checkPlaceholders = (settings: Settings): readonly DoctorLine[] =>
  findUnknownPlaceholders(settings).map(describeUnknown)

const describeUnknown = ({ at, name, known }: UnknownPlaceholder): DoctorLine => ({
  what: 'placeholders',
  ok: false,
  detail: `${at}: no session has a value for {${name}}${suggestWord(name, known)}`,
  hint: `use one of ${known.map((each) => `{${each}}`).join(', ')}, or the name of a member of the body`,
})
