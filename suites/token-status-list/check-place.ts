import type { SessionResult } from '../../model/check.ts'
import type { SecuredToken } from '../../protocol/status-list/secured-token.ts'
import { openStatusList } from '../../protocol/status-list/status-list.ts'
import { listProblem } from '../kit/results.ts'
import { TSREF } from './requirements.ts'
import { showClaim } from './show-claim.ts'

/** Where the status of a credential is, whatever its format. */
export interface StatusPlace {
  readonly idx: number
  readonly uri: string
}

/** Says whether what is at the address of a list is that list, and has an entry for a credential. */
export function* checkPlace({ idx, uri }: StatusPlace, list: SecuredToken): Generator<SessionResult> {
  const { sub } = list.claims
  yield listProblem(TSREF.SUB, sub === uri ? '' : `the list at ${showClaim(uri)} has the \`sub\` ${showClaim(sub)}`)
  const opened = openStatusList(list)
  if (!('list' in opened)) return
  const { length } = opened.list
  yield listProblem(TSREF.BOUNDS, idx < length ? '' : `the index is ${idx}, and the list ends before ${length}`)
}
