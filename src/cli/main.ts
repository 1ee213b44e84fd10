import { watchStream } from '../terminal/output.ts'
import { terminal } from '../terminal/terminal.ts'
import { dispatch } from './dispatch.ts'
import { limitMemory } from './limit-memory.ts'

/** What ends before memory matters. Without the flags it starts faster: they cost the loading of `node:v8`, and collections. */
const brief = new Set(['verify', 'explain', 'list', 'help', '--help', '-h', '--version', '-V', '-v', undefined])

// Memory before speed: the collector runs earlier, in this thread and in all that it starts. `run --probes` takes
// 40 % less for a tenth more of processor time (measured, ADR 7).
if (!brief.has(process.argv[2])) {
  watchStream(process.stdout)
  watchStream(process.stderr)
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--max-semi-space-size=4')
  setFlagsFromString('--heap-growing-percent=30')
}

if (process.argv[2] === 'audit' || process.argv[2] === 'worker') limitMemory()

process.exitCode = await dispatch(process.argv.slice(2), terminal)
