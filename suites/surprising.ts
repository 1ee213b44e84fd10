import type { Deviation } from '../src/model/actors.ts'
import { type Trick, trick } from '../src/model/probe.ts'
import type { Requirement, Role } from '../src/model/requirement.ts'
import { session } from './tricking.ts'

/** A legal message that surprises: a judge who turns it away is too strict. */
export const surprise = (shows: Requirement, judge: Role, deed: string, deviation: Deviation): Trick =>
  trick(shows, judge, deed, 'accepted', session(deviation))
