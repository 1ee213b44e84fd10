import type { Driver } from '../../model/driver.ts'
import type { Target } from '../../model/target.ts'
import { caps } from '../wire/client/limits.ts'
import { parseTargetUrl } from './driver-kind.ts'
import type { HttpDriverOptions } from './http-driver.ts'

/** Opens the driver that the address of a target names; nothing for `manual`, which takes a person. */
export async function openDriver(
  target: Target,
  label: string,
  createOptions: () => HttpDriverOptions,
): Promise<Driver | undefined> {
  const { kind, rest } = parseTargetUrl(target.url)
  const timeout = target.timeout ?? caps.timeout
  switch (kind) {
    case 'module': {
      const { loadExport, createModuleDriver } = await import('./module-driver.ts')
      return createModuleDriver(await loadExport(rest, label), label, timeout)
    }
    case 'command': {
      const { createCommandDriver } = await import('./command-driver.ts')
      return createCommandDriver(rest, label, { timeout })
    }
    case 'exec': {
      const { createExecDriver } = await import('./exec-driver.ts')
      return createExecDriver(rest, label, { timeout })
    }
    case 'manual':
      return undefined
    case 'http': {
      const { createHttpDriver } = await import('./http-driver.ts')
      return createHttpDriver(target, label, createOptions())
    }
  }
}
