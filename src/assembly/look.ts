import { termsOf } from '../../suites/terms.ts'
import { called } from '../actors/parties/http.ts'
import { answersUnder } from '../harness/answers.ts'
import { type Answerer, type Line, switchboard } from '../harness/switchboard.ts'
import { WireError } from '../model/errors.ts'
import type { Settings } from '../model/settings.ts'
import { basesOf } from './places.ts'
import { lookAt, type Sighting } from './preflight.ts'

/** Looks at every target, and leaves no trace there. What cannot be reached is a sighting as well. */
export async function lookAround(
  settings: Settings,
  lines: { readonly [R in Answerer]?: Line },
  clock: () => number,
): Promise<readonly Sighting[]> {
  const { decide } = answersUnder(settings)
  const bases = basesOf(settings)
  const signal = AbortSignal.timeout(1000 * settings.deadline)
  const board = switchboard({
    lineTo: (answerer) => lines[answerer] ?? (() => Promise.reject(new TypeError(`nobody looks at the ${answerer}`))),
    clock,
    record: () => {},
    signal,
    factsOf: () => ({}),
  })
  const now = (): number => Math.floor(clock() / 1000)
  const issuer = lines.issuer ? await seen('issuer', () => lookAt(board, termsOf(decide, bases), now)) : []
  const others = { 'status service': bases.status, 'wallet backend': bases.walletBackend, verifier: bases.verifier }
  const sightings: Sighting[] = [...issuer]
  for (const [role, url] of Object.entries(others)) {
    const line = lines[role as Answerer] // the keys of the record just above
    if (line) sightings.push(...(await seen(role, () => knockAt(role, url, line, signal))))
  }
  return sightings
}

/** Any answer at all shows that somebody is there. */
async function knockAt(what: string, url: string, line: Line, signal: AbortSignal): Promise<readonly Sighting[]> {
  const how = { endpoint: 'jwks', origin: 'configured', signal, facts: () => ({}) } as const
  const { status } = await line(called({ method: 'GET', url }), how)
  return [{ what, ok: status < 500, detail: `${status} from ${url}` }]
}

async function seen(what: string, look: () => Promise<readonly Sighting[]>): Promise<readonly Sighting[]> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return [{ what, ok: false, detail: error.message }]
  }
}
