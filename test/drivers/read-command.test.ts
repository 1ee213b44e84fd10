import { describe, expect, it } from 'vitest'
import type { DriverCommand } from '../../model/driver.ts'
import { HarnessError } from '../../model/errors.ts'
import { targetRoles } from '../../model/role.ts'
import { driverKinds, driverKindsByRole, isCaller, parseTargetUrl } from '../../src/drivers/driver-kind.ts'
import { readCommand } from '../../src/drivers/read-command.ts'
import { attempt } from './attempts.ts'
import { offering } from './orders.ts'

const { verb: _, offer: __, credentialIdentifier: ___, txnCode: ____, redirectUri: _____, ...places } = offering()
const leastOffering = { verb: 'offer', offer: '{}', credentialIdentifier: 'credential-0001', ...places } as const

const orders: readonly DriverCommand[] = [
  leastOffering,
  { verb: 'open', link: 'app://open', ...places },
  { verb: 'request', request: '{}', origin: 'https://verifier.example', ...places },
  { verb: 'verify', presentation: 'a~b~', ...places },
  { verb: 'share', offer: 'value', deviceId: 'device-0001', uid: '1', sessionToken: 'token', ...places },
]

describe('a command', () => {
  it.each(orders)('is parsed: $verb', (command) => {
    expect(readCommand(JSON.stringify({ id: 1, ...command }))).toEqual({ id: 1, ...command })
  })

  it.each(orders)('is rejected without any of its members: $verb', (command) => {
    const lacking = Object.keys(command).map((name) => JSON.stringify({ ...command, [name]: undefined }))

    for (const text of lacking) expect(attempt(() => readCommand(text))).toMatchObject({ code: 'ERR_INPUT' })
  })

  it.each(['', '[]', 'null', '{"verb":"toString"}', '{"verb":1}', JSON.stringify({ ...offering(), session: 1 })])(
    'is none of: %s',
    (text) => {
      expect(() => readCommand(text)).toThrow(HarnessError)
    },
  )
})

describe('an address', () => {
  it.each([
    ['http://127.0.0.1:4911', 'http', 'http://127.0.0.1:4911'],
    ['https://exec:pass@wallet.example', 'http', 'https://exec:pass@wallet.example'],
    ['manual', 'manual', ''],
    [' command: python3 wallet.py ', 'command', 'python3 wallet.py'],
    ['command:a\nb', 'command', 'a\nb'],
    ['exec:adb shell am start -d {offer_url}', 'exec', 'adb shell am start -d {offer_url}'],
    ['module:./wallet.ts', 'module', './wallet.ts'],
    ['commander:x', 'http', 'commander:x'],
  ])('gives the kind of driver and the rest: %s', (url, kind, rest) => {
    expect(parseTargetUrl(url)).toEqual({ kind, rest })
  })

  it.each(targetRoles)('by HTTP is one for everybody, %s included', (role) => {
    expect(driverKindsByRole[role]).toContain('http')
    expect(driverKinds).toEqual(expect.arrayContaining([...driverKindsByRole[role]]))
  })

  it('is needed of us by those who have nobody to call them', () => {
    expect(targetRoles.filter(isCaller)).toEqual(['wallet', 'identity-app'])
  })
})
