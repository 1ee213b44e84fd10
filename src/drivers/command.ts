import type { Driver } from '../model/driver.ts'

/** Drives a process: one JSON object for each order on its standard input, one for each answer on its output. */
export async function commandDriver(_line: string, _who: string, _options: { timeout: number }): Promise<Driver> {
  throw new TypeError('not yet')
}
