import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { HarnessError } from '../../model/errors.ts'
import { createCommandDriver } from '../../src/drivers/command-driver.ts'
import { splitCommandLine } from '../../src/drivers/command-line.ts'
import { closing, isAlive, lossOf, offering, puppet, waiting } from './orders.ts'

const patience = { natural: 300, terminated: 300 }

/** A driver of a process that does as it is told, or something else. */
const driverOf = async (act: string, timeout = 300) =>
  closing(await createCommandDriver(puppet(act), 'wallet', { timeout, patience }))

const pidIn = ({ refused = '' }: { readonly refused?: string }): number => Number(/\d+$/.exec(refused)?.[0])

const gone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 300_000 })

describe('a command line', () => {
  it.each([
    ['wallet', ['wallet']],
    ['  python3   wallet.py\t--fast ', ['python3', 'wallet.py', '--fast']],
    [`node -e 'a "b" \\ c'`, ['node', '-e', 'a "b" \\ c']],
    ['say "one \\"two\\" \\\\ \\n three"', ['say', 'one "two" \\ \\n three']],
    ['a\\ b c\\"d', ['a b', 'c"d']],
    [`x'y z'"w v"u`, ['xy zw vu']],
    [`a '' ""`, ['a', '', '']],
    ['a $HOME * | b; c & d > e `f` $(g)', 'a $HOME * | b; c & d > e `f` $(g)'.split(' ')],
  ])('is split as a shell would, and nothing in it is obeyed: %s', (line, words) => {
    expect(splitCommandLine(line, 'wallet')).toEqual(words)
  })

  it('keeps whatever is quoted', () => {
    const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`

    fc.assert(
      fc.property(fc.array(fc.string()), (rest) => {
        expect(splitCommandLine(['wallet', ...rest].map(quoted).join(' '), 'wallet')).toEqual(['wallet', ...rest])
      }),
    )
  })

  it.each([`node 'open`, 'node "open', 'node \\', '', '  ', `'' a`])('that is none is refused: %s', (line) => {
    expect(() => splitCommandLine(line, 'wallet')).toThrow(HarnessError)
  })
})

describe('a process that is driven', () => {
  it.each(['answers', 'greets'])('takes orders for as long as the run lasts: %s', async (act) => {
    const driver = await driverOf(act)

    const first = await driver.execute(offering('first'), waiting())
    const second = await driver.execute(offering('second'), waiting())

    expect(first.refused).toMatch(/^offer by \d+$/)
    expect(second).toEqual(first)
  })

  it('may answer in another order than it was asked', async () => {
    const driver = await driverOf('reverses')
    const ended: string[] = []

    const ordered = ['first', 'second'].map(async (session) => {
      await driver.execute(offering(session), waiting())
      ended.push(session)
    })
    await Promise.all(ordered)

    expect(ended).toEqual(['second', 'first'])
  })

  it('is not started before it is needed', async () => {
    const driver = await createCommandDriver('no-such-program-anywhere', 'wallet', { timeout: 1 })

    await expect(driver.close()).resolves.toBeUndefined()
  })

  it.each(['answers', 'stays'])('ends with the run, whether it wants to or not: %s', async (act) => {
    const driver = await driverOf(act)
    const pid = pidIn(await driver.execute(offering(), waiting()))

    await driver.close()

    expect(isAlive(pid)).toBe(false)
  })

  it('takes with it whatever it started', async () => {
    const driver = await driverOf('delegates')
    const pid = pidIn(await driver.execute(offering(), waiting()))

    await driver.close()

    await gone(pid)
  })

  it.runIf(process.platform === 'linux').each(['separates', 'orphans'])(
    'takes with it what it started in a session of its own: %s',
    async (act) => {
      const driver = await driverOf(act)
      const pid = pidIn(await driver.execute(offering(), waiting()))
      expect(isAlive(pid)).toBe(true)

      await driver.close()

      await gone(pid)
    },
  )

  it('that does not end on request is ended within a second once the run was interrupted', async () => {
    const interruption = new AbortController()
    const driver = await createCommandDriver(puppet('stays'), 'wallet', {
      timeout: 10,
      patience: { natural: 60_000, terminated: 300 },
    })
    const pid = pidIn(await driver.execute(offering(), waiting()))
    const lost = lossOf(driver.execute({ ...offering(), session: 'second' }, waiting({ signal: interruption.signal })))
    interruption.abort()
    await lost.catch(() => {})

    await driver.close()

    expect(isAlive(pid)).toBe(false)
  })
})

const losses = [
  [
    'crashes',
    'unreachable',
    'wallet: its process ended with exit code 1; the reason given: RangeError: \\u{1b}[2J nobody',
  ],
  ['exits', 'unreachable', 'wallet: its process ended with exit code 3'],
  ['aborts', 'unreachable', 'wallet: its process was ended by SIGKILL'],
  ['babbles', 'protocol', 'is not a JSON object'],
  ['mangles', 'protocol', 'is not UTF-8'],
  ['floods', 'protocol', 'more than 1000000 octets'],
  ['swells', 'protocol', 'more than 1000000 octets'],
  ['repeats', 'protocol', 'has no `id` of a command'],
  ['confuses', 'protocol', 'answers for another session'],
  ['miscounts', 'protocol', '`id` of its reply belongs to no open command'],
  ['forgets', 'protocol', 'has no `id` of a command'],
  ['fails', 'protocol', 'could not carry out the command; the reason given: the phone is locked'],
] as const

describe('an order is lost, and nothing is said of whoever is tested,', () => {
  it.each(losses)('where a process %s', async (act, kind, why) => {
    const driver = await driverOf(act)

    const lost = await lossOf(driver.execute(offering(), waiting()))

    expect(lost).toEqual({ kind, message: expect.stringContaining(why) })
    expect(lost.message).not.toContain('\u001b')
    expect(lost.message).not.toContain('\n')
  })

  it('where a process hangs', async () => {
    const driver = await driverOf('hangs', 0.5)

    const lost = await lossOf(driver.execute(offering(), waiting()))

    expect(lost).toEqual({ kind: 'timeout', message: 'wallet: no answer within 0.5 s' })
  })

  it('where there is no such program', async () => {
    const driver = closing(await createCommandDriver('no-such-program-anywhere', 'wallet', { timeout: 300 }))

    const lost = await lossOf(driver.execute(offering(), waiting()))

    expect(lost).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('there is no such program') })
  })

  it('where the run is interrupted, before it or in it', async () => {
    const interruption = new AbortController()
    const { signal } = interruption
    const driver = await driverOf('hangs')

    const ordered = lossOf(driver.execute(offering(), waiting({ signal })))
    setTimeout(() => interruption.abort(), 100)

    expect(await ordered).toEqual({ kind: 'interrupted', message: 'wallet: interrupted' })
    expect(await lossOf(driver.execute(offering(), waiting({ signal })))).toMatchObject({ kind: 'interrupted' })
  })

  it.each(['leaves', 'doubles'])(
    'where a process %s after an answer, which counts; it is started again',
    async (act) => {
      const driver = await driverOf(act)

      const first = await driver.execute(offering('first'), waiting())
      await gone(pidIn(first))
      const next = await vi.waitFor(() => driver.execute(offering('second'), waiting()), { timeout: 300_000 })

      expect(first.refused).toMatch(/^offer by/)
      expect(pidIn(next)).not.toBe(pidIn(first))
    },
  )

  it('where a process ends with every command: each is lost for the same cause', async () => {
    const driver = await driverOf('exits')
    const first = await lossOf(driver.execute(offering('first'), waiting()))

    const second = await lossOf(driver.execute(offering('second'), waiting()))

    expect(second.message).toBe(first.message)
  })
})
