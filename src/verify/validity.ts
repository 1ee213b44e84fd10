import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'

/** What a reader has to know of an artefact first, whatever the force of the requirement: it cannot be used. */
export function listValidity(
  kind: ArtefactKind,
  text: string,
  {
    now,
    keys,
    statuses,
  }: { readonly now: number; readonly keys: readonly Jwk[]; readonly statuses: ReadonlyMap<string, string> },
): readonly string[] {
  const words = openArtefact(kind, text, keys).flatMap((each) => {
    if (isOfKind(each, 'credential') && each.content) return [...describeTimes(each.content.jws.payload, now, statuses)]
    if (isOfKind(each, 'status-token') && each.content) return [...describeStatus(each.content.payload.status)]
    return []
  })
  return [...new Set(words)]
}

const isOfKind = <K extends ArtefactKind>(artefact: Artefact, kind: K): artefact is Artefact<K> =>
  artefact.kind === kind

function* describeTimes(
  { exp, nbf, iat, id }: Readonly<Record<string, unknown>>,
  now: number,
  statuses: ReadonlyMap<string, string>,
): Generator<string> {
  if (typeof exp === 'number' && exp <= now) yield `expired ${formatDay(exp)}`
  const starts = typeof nbf === 'number' ? nbf : typeof iat === 'number' ? iat : 0
  if (starts > now + tolerance) yield `not valid before ${formatDay(starts)}`
  if (typeof id === 'string') yield* describeStatus(statuses.get(id))
}

/** Seconds by which clocks may differ. */
const tolerance = 60

function* describeStatus(status: unknown): Generator<string> {
  if (status === 'revoked' || status === 'suspended') yield status
}

const formatDay = (seconds: number): string => {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? 'at a time that does not exist' : time.toISOString().slice(0, 10)
}
