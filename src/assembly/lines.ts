import { wayIn } from '../drivers/way.ts'
import type { Answerer, Line } from '../harness/switchboard.ts'
import type { Driver } from '../model/driver.ts'
import type { Target, TargetRole } from '../model/settings.ts'
import { inProcess } from '../wire/app.ts'
import { caps } from '../wire/caps.ts'
import type { ReachOptions } from '../wire/remote.ts'
import { remapped, shaped, shapeOf } from '../wire/shape.ts'
import { hasOriginOf } from '../wire/url.ts'
import type { Drivers } from './orders.ts'
import { roleOf } from './roles.ts'

/** The ways to all targets. */
export interface Lines {
  readonly lines: { readonly [R in Answerer]?: Line }
  readonly drivers: Drivers
  readonly close: () => Promise<void>
}

/** What is needed to reach a target, beside its settings. */
export interface Means {
  readonly optionsOf: (role: TargetRole, target: Target) => ReachOptions
  /** Drives somebody whom a person, or a program of this machine, moves. */
  readonly driverFor: (role: TargetRole, target: Target) => Promise<Driver>
}

/** Who of the targets is called; the others are moved. */
const answerers: { readonly [R in TargetRole]?: Answerer } = {
  issuer: 'issuer',
  'status-service': 'status service',
  'wallet-backend': 'wallet backend',
  verifier: 'verifier',
}

/** Opens a way to every target. What it takes is loaded only if there is one. */
export async function linesTo(targets: { readonly [R in TargetRole]?: Target }, means: Means): Promise<Lines> {
  const lines: { [R in Answerer]?: Line } = {}
  const drivers: { -readonly [R in keyof Drivers]: Driver } = {}
  const closings: (() => Promise<void>)[] = []
  for (const [name, target] of Object.entries(targets)) {
    const role = name as TargetRole // the settings hold no other keys
    const answerer = answerers[role]
    const { way, rest } = wayIn(target.url)
    if (answerer !== undefined && way === 'http') {
      const { line, close } = await lineTo(target, { ...means.optionsOf(role, target), role })
      lines[answerer] = line
      closings.push(close)
    } else if (answerer !== undefined && way === 'module') {
      lines[answerer] = await lineInto(rest, role, target)
    } else {
      const driver = await means.driverFor(role, target)
      drivers[roleOf[role] as keyof Drivers] = driver // whoever cannot be called is one of these
      closings.push(driver.close)
    }
  }
  return { lines, drivers, close: async () => void (await Promise.all(closings.map((close) => close()))) }
}

async function lineTo(target: Target, options: ReachOptions): Promise<{ readonly line: Line; close(): Promise<void> }> {
  const { reach } = await import('../wire/remote.ts')
  const { call, close } = await reach(target, options)
  const line: Line = async (asked, { endpoint, facts, ...how }) => {
    // What a target wants of us, keys to its gateway among it, is nothing for whoever its messages point to.
    const shape = hasOriginOf(target.url, asked.url) ? shapeOf(target, endpoint) : {}
    return remapped(await call(shaped(asked, shape, facts()), how), shape.answer)
  }
  return { line, close }
}

/** A line to a function of this process. */
async function lineInto(path: string, role: TargetRole, target: Target): Promise<Line> {
  const { exportOf, moduleHandler } = await import('../drivers/module.ts')
  const main = await exportOf(path, role)
  const call = inProcess(moduleHandler(main, role, target.timeout ?? caps.timeout))
  return async (asked, { endpoint, facts }) => {
    const shape = shapeOf(target, endpoint)
    return remapped(await call(shaped(asked, shape, facts())), shape.answer)
  }
}
