import type { Answerer, Line } from '../harness/switchboard.ts'
import type { Target, TargetRole } from '../model/settings.ts'
import type { ReachOptions } from '../wire/remote.ts'
import { remapped, shaped, shapeOf } from '../wire/shape.ts'
import { hasOriginOf } from '../wire/url.ts'

/** The ways to all targets. */
export interface Lines {
  readonly lines: { readonly [R in Answerer]?: Line }
  readonly close: () => Promise<void>
}

/** Who of the targets is called; the others call. */
const answerers: { readonly [R in TargetRole]?: Answerer } = {
  issuer: 'issuer',
  'status-service': 'status service',
  'wallet-backend': 'wallet backend',
  verifier: 'verifier',
}

/** Opens a line to every target that is called. What it takes to speak HTTP is loaded only if there is one. */
export async function linesTo(
  targets: { readonly [R in TargetRole]?: Target },
  optionsOf: (role: TargetRole, target: Target) => ReachOptions,
): Promise<Lines> {
  const lines: { [R in Answerer]?: Line } = {}
  const closings: (() => Promise<void>)[] = []
  for (const [name, target] of Object.entries(targets)) {
    const role = name as TargetRole // the settings hold no other keys
    const answerer = answerers[role]
    if (answerer === undefined) continue
    const { reach } = await import('../wire/remote.ts')
    const { call, close } = await reach(target, { ...optionsOf(role, target), role })
    lines[answerer] = async (asked, { endpoint, facts, ...how }) => {
      // What a target wants of us, keys to its gateway among it, is nothing for whoever its messages point to.
      const shape = hasOriginOf(target.url, asked.url) ? shapeOf(target, endpoint) : {}
      return remapped(await call(shaped(asked, shape, facts()), how), shape.answer)
    }
    closings.push(close)
  }
  return { lines, close: async () => void (await Promise.all(closings.map((close) => close()))) }
}
