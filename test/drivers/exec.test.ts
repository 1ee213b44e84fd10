import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { HarnessError } from '../../model/errors.ts'
import { createExecDriver } from '../../src/drivers/exec-driver.ts'
import { folder } from '../running-vitest.ts'
import { closing, isAlive, lossOf, offering, waiting } from './orders.ts'

const patience = { natural: 200, terminated: 300 }

/** A driver of a command line that runs a script with what comes behind it. */
const running = async (script: string, rest = '', timeout = 300) =>
  closing(await createExecDriver(`'${process.execPath}' -e "${script}" ${rest}`, 'wallet', { timeout, patience }))

const link = 'identityapp://open?encryptedRequest=abc'

/** A deeplink that has come to our door. */
const arrived = waiting({ arrival: Promise.resolve(link) })

/** What a command line was given in place of its placeholders. */
async function givenFor(rest: string, offer?: string): Promise<readonly string[]> {
  const file = join(folder(), 'given.json')
  const script = `fs.writeFileSync('${file}', JSON.stringify(process.argv.slice(1)))`
  const driver = await running(script, rest)
  await driver.execute(offering('first', offer), waiting({ arrival: fileOf(file).then(() => link) }))
  return JSON.parse(readFileSync(file, 'utf8'))
}

const fileOf = (file: string) => vi.waitFor(() => JSON.parse(readFileSync(file, 'utf8')), { timeout: 300_000 })

describe('a command that hands an offer over', () => {
  it('gets each value in one argument, whatever it contains', async () => {
    const offer = `{"it's": "a (\\"fine\\") offer; $(rm) ~ * & {issuer} é"}`

    const [json, url, mixed] = await givenFor('{offer} {offer_url} "at {issuer} in {session}"', offer)

    expect(json).toBe(offer)
    expect(new URL(url ?? '').searchParams.get('credential_offer')).toBe(offer)
    expect(url).toMatch(/^openid-credential-offer:\/\/\?credential_offer=[\w.%-]+$/)
    expect(mixed).toBe('at http://127.0.0.1:1/s/first in first')
  })

  it('gets the link of a request where it is to open one', async () => {
    const file = join(folder(), 'given.json')
    const driver = await running(`fs.writeFileSync('${file}', JSON.stringify(process.argv.slice(1)))`, '{link}')
    const { offer: _, ...places } = offering()

    await driver.execute({ ...places, verb: 'open', link }, waiting({ arrival: fileOf(file).then(() => link) }))

    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([link])
  })

  it('gets an offer by reference as the URL that it is', async () => {
    const offer = 'openid-credential-offer://?credential_offer_uri=http%3A%2F%2F127.0.0.1%3A1%2Foffer'

    expect(await givenFor('{offer_url} {credentialIdentifier} {txnCode} {redirectUri}', offer)).toEqual([
      offer,
      'credential-0001',
      '493536',
      'identityapp://open',
    ])
  })

  it('is done when the deeplink comes, before it ends or after', async () => {
    const short = await running('')
    const long = await running('setInterval(() => {}, 1000)')

    expect(await short.execute(offering(), arrived)).toEqual({ links: [link] })
    expect(await long.execute(offering(), arrived)).toEqual({ links: [link] })
  })

  it('has had a refusal where no deeplink comes in time', async () => {
    const driver = await running('', '', 0.5)

    expect(await driver.execute(offering(), waiting())).toEqual({ refused: 'no deeplink came within 0.5 s' })
  })

  it('ends with the run at the latest', async () => {
    const file = join(folder(), 'pid')
    const driver = await running(`fs.writeFileSync('${file}', String(process.pid)); setInterval(() => {}, 1000)`)
    await driver.execute(offering(), waiting({ arrival: fileOf(file).then(() => link) }))

    await driver.close()

    expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
  })
})

describe('an offer is lost, and nothing is said of the wallet,', () => {
  it('where the command fails', async () => {
    const driver = await running(`console.error('error: no devices found'); process.exit(1)`)

    expect(await lossOf(driver.execute(offering(), waiting()))).toEqual({
      kind: 'unreachable',
      message: 'wallet: its command ended with exit code 1; the reason given: error: no devices found',
    })
  })

  it('where there is no such program', async () => {
    const driver = closing(await createExecDriver('no-such-program-anywhere {offer}', 'wallet', { timeout: 300 }))

    expect(await lossOf(driver.execute(offering(), waiting()))).toMatchObject({ kind: 'unreachable' })
  })

  it('where the run is interrupted', async () => {
    const interruption = new AbortController()
    const driver = await running('')
    setTimeout(() => interruption.abort(), 100)

    const ordered = driver.execute(offering(), waiting({ signal: interruption.signal }))

    expect(await lossOf(ordered)).toEqual({ kind: 'interrupted', message: 'wallet: interrupted' })
  })

  it('where something else is asked of it', async () => {
    const driver = await running('')
    const { offer: _, credentialIdentifier: __, ...places } = offering()

    const ordered = driver.execute({ ...places, verb: 'verify', presentation: 'a~' }, waiting())

    expect(await lossOf(ordered)).toMatchObject({ kind: 'configuration' })
  })
})

describe('a placeholder', () => {
  it('that is unknown is found before anything is run', async () => {
    await expect(createExecDriver('open {url}', 'wallet', { timeout: 1 })).rejects.toThrow(HarnessError)
  })
})
