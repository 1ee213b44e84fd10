import { describe, expect, it } from 'vitest'
import type { Driver } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import { limitConnections } from '../../suites/document/run/routes/deadline.ts'
import { lossOf, offering, waiting } from '../drivers/orders.ts'

/** A driver that waits until it is interrupted, and counts its commands. */
function createWaitingDriver() {
  const asked: string[] = []
  const driver: Driver = {
    execute: (command, { signal }) => {
      asked.push(command.verb)
      return new Promise((_, reject) => {
        const stop = () => reject(new TransportError('interrupted', 'interrupted'))
        if (signal.aborted) stop()
        signal.addEventListener('abort', stop)
      })
    },
    close: async () => {},
  }
  return { driver, asked }
}

describe('the time for the whole run', () => {
  it('ends a command to a driver, and no other is sent', async () => {
    const { driver, asked } = createWaitingDriver()
    const { wallet = driver } = limitConnections(0.01, { routes: {}, drivers: { wallet: driver } }).drivers
    const late = { kind: 'timeout', message: 'offer: the time for the whole run was over' }

    expect(await lossOf(wallet.execute(offering(), waiting()))).toEqual(late)
    expect(await lossOf(wallet.execute(offering(), waiting()))).toEqual(late)
    expect(asked).toEqual(['offer'])
  })

  it('is no interruption, and an interruption is none of it', async () => {
    const { driver } = createWaitingDriver()
    const { wallet = driver } = limitConnections(60, { routes: {}, drivers: { wallet: driver } }).drivers

    expect(await lossOf(wallet.execute(offering(), waiting({ signal: AbortSignal.abort() })))).toMatchObject({
      kind: 'interrupted',
    })
  })
})
