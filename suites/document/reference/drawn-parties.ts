import { createECDH } from 'node:crypto'
import fixtureKeys from '../../../fixtures/keys.json' with { type: 'json' }
import type { Account } from '../../../model/driver.ts'
import type { Settings } from '../../../model/settings.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { createRandom, type RandomOctets } from '../../../src/runtime/random.ts'
import type { Keyring } from '../actors/steps/environment.ts'
import { hasCheckDigit } from '../validation/verhoeff.ts'

/** Parties that no target has seen before: the same seed gives the same ones. */
export interface DrawnParties {
  readonly keys: Keyring
  readonly accounts: readonly Account[]
  readonly addresses: Settings['addresses']
}

/** Draws devices and their authorities, two accounts, and addresses. */
export function drawParties(seed: string): DrawnParties {
  const random = createRandom(`parties of ${seed}`)
  return {
    keys: drawKeys(random),
    accounts: [drawAccount(random), drawAccount(random)],
    addresses: {
      issuer: drawAddress(random),
      'status-service': drawAddress(random),
      'wallet-backend': drawAddress(random),
      verifier: drawAddress(random),
    },
  }
}

/** Draws the keys of devices and holders. Those of services stay: a target may have been given their public parts. */
export function drawKeys(random: RandomOctets): Keyring {
  const { root, authority, device, device2, holder } = fixtureKeys
  return {
    ...fixtureKeys,
    root: drawKey(root, random),
    authority: drawKey(authority, random),
    device: drawKey(device, random),
    device2: drawKey(device2, random),
    holder: drawKey(holder, random),
    names: { device: drawHex(random, 6), authority: drawHex(random, 6), root: drawHex(random, 6) },
  }
}

/** Another key of the curve P-256 with the same other members. */
function drawKey(like: Jwk, random: RandomOctets): Jwk {
  const pair = createECDH('prime256v1')
  const secret = Buffer.from(random(32))
  secret[0] = (secret[0] ?? 0) & 0x7f // less than the order of the curve
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  return { ...like, d: secret.toString('base64url'), x: x.toString('base64url'), y: y.toString('base64url') }
}

const drawHex = (random: RandomOctets, octets: number): string => Buffer.from(random(octets)).toString('hex')

const drawAccount = (random: RandomOctets): Account => ({
  deviceId: drawHex(random, 8),
  uid: drawUid(random),
  sessionToken: drawHex(random, 16),
})

/** An invented identity number: it begins with 0 or 1, as no real one does, and ends with its check digit. */
function drawUid(random: RandomOctets): string {
  const digits = [...random(11)].map((octet, i) => octet % (i === 0 ? 2 : 10)).join('')
  const check = Array.from({ length: 10 }, (_, digit) => digit).find((digit) => hasCheckDigit(`${digits}${digit}`))
  return `${digits}${check ?? 0}`
}

const drawAddress = (random: RandomOctets): string => `https://${drawHex(random, 4)}.example/${drawHex(random, 3)}`
