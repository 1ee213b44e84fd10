/**
 * Has all threads take memory from one place, where the C library would keep a reserve for each: a tenth less for an audit (measured, ADR 7).
 * The library reads the variable before Node starts, so Node starts once more, as the same process.
 */
export function limitMemory(): void {
  const { platform, env, execve, execPath, execArgv, argv, connected, permission } = process
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined || connected || !execve) return
  if (permission && !permission.has('child')) return
  try {
    execve.call(process, execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '1' })
  } catch {
    // It takes more memory then, and is right as well.
  }
}
