/** What ends before memory matters. Without the flags it starts faster: they cost the loading of `node:v8`, and collections. */
const brief = new Set(['verify', 'explain', 'list', 'help', '--help', '-h', '--version', '-V', '-v', undefined])

// Memory before speed: the collector runs earlier, in this thread and in all that it starts. `run --probes` takes
// 40 % less for a tenth more of processor time (measured, ADR 7).
if (!brief.has(process.argv[2])) {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--max-semi-space-size=4')
  setFlagsFromString('--heap-growing-percent=30')
}

// After the flags: code that was compiled under some is of no use under others, and Node keeps each in a folder of its own.
process.getBuiltinModule('node:module').enableCompileCache()

// Configurations in TypeScript are modules, whatever the `package.json` beside them says. Node warns of that at each command.
const { emitWarning } = process
process.emitWarning = (...warning: readonly unknown[]) => {
  if (!/^Module type of file:/.test(String(warning[0]))) Reflect.apply(emitWarning, process, warning)
}

const { start } = await import('./start.ts')
const code = await start(process.argv.slice(2), !brief.has(process.argv[2]))
process.exitCode = code
// What was interrupted may still wait for a response. Lines that were printed are written first.
if (code === 130) process.stdout.write('', () => process.exit(code))
