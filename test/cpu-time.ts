/**
 * Measures the CPU time that this thread spends in a function, in seconds. Unlike the wall clock, it hardly depends on what
 * else the machine does.
 */
export function measureCpuTime(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000_000
}
