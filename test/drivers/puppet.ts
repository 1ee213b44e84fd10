import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

// A process that takes orders, and does with them what its argument says. What it says of itself is its number.

/** What it does with one order. */
type Act = (order: { readonly id: number; readonly session: string; readonly verb: string }) => void

const say = (told: unknown): void => void process.stdout.write(`${JSON.stringify(told)}\n`)

const answer: Act = ({ id, session, verb }) => say({ id, session, refused: `${verb} by ${process.pid}` })

/** Writes more for as long as somebody takes it. */
const pour = (text: string): void => {
  while (process.stdout.write(text));
  process.stdout.once('drain', () => pour(text))
}

const acts: Readonly<Record<string, Act>> = {
  answers: answer,
  greets: answer,
  crashes: () => {
    throw new RangeError('\u001b[2J nobody is at home')
  },
  confides: (order) => {
    process.stderr.write(`KeyError: ${Object.values(order).join(' ')}\n`)
    process.exit(1)
  },
  leaves: (order) => {
    answer(order)
    process.exit(0)
  },
  exits: () => process.exit(3),
  aborts: () => process.kill(process.pid, 'SIGKILL'),
  hangs: () => {},
  babbles: () => process.stdout.write('ready to serve\n'),
  mangles: () => process.stdout.write(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a])),
  floods: () => pour('\n'.repeat(65_536)),
  swells: () => pour(' '.repeat(65_536)),
  repeats: () => pour('{"ready":true}\n'),
  confuses: ({ id }) => say({ id, session: 'of-somebody-else', links: [] }),
  miscounts: ({ id, session }) => say({ id: id + 1, session, links: [] }),
  forgets: ({ session }) => say({ session, links: [] }),
  fails: ({ id, session }) => say({ id, session, error: 'the phone is locked' }),
  doubles: (order) => {
    answer(order)
    answer(order)
  },
  reverses: (order) => void (order.session === 'first' ? setTimeout(answer, 100, order) : answer(order)),
  stays: answer,
  delegates: ({ id, session }) => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    other.unref()
    say({ id, session, refused: String(other.pid) })
  },
  separates: ({ id, session }) => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true })
    other.unref()
    say({ id, session, refused: String(other.pid) })
  },
  // The process in between ends, so that no parent leads to the one that stays.
  orphans: ({ id, session }) => {
    const script = `const { spawn } = require('child_process')
      const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true })
      other.unref()
      console.log(other.pid)`
    const between = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    between.stdout.once('data', (pid) => between.once('close', () => say({ id, session, refused: `${pid}`.trim() })))
  },
}

const [name = 'answers'] = process.argv.slice(2)
const act = acts[name] ?? answer

if (name === 'greets') say({ ready: true, verbs: ['offer'] })
if (name === 'stays') {
  setInterval(() => {}, 1_000)
  process.on('SIGTERM', () => {})
}

createInterface({ input: process.stdin }).on('line', (line) => act(JSON.parse(line)))
