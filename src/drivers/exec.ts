import type { Driver } from '../model/driver.ts'

/** Runs a command line for each order. */
export async function execDriver(_line: string, _who: string, _options: { timeout: number }): Promise<Driver> {
  throw new TypeError('not yet')
}
