import { isObject } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { keyLabels, keyTypes } from '../../protocol/mdoc/cose-key.ts'
import { type CoseHeaderChange, type CoseParameters, coseProof } from '../cose/header-changes.ts'
import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import { type Forge, listForgedFaults, listForgedVariants } from '../kit/samples.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { coseOf, keysOfMdoc } from './requirements.ts'
import { type MdocChange, type Members, setEntries } from './sample.ts'

const curves: ReadonlyMap<unknown, number> = new Map([
  ['P-256', 1],
  ['P-521', 3],
])

/** An EC key as one of COSE. */
function writeCoseKey({ kty, crv, x, y, d }: Jwk): Members | undefined {
  const curve = curves.get(crv)
  if (kty !== 'EC' || curve === undefined) return undefined
  const octets = Object.entries({ x, y, d }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[keyLabels[name as 'x'], Buffer.from(value, 'base64url')] as const] : [],
  )
  return new Map<number, number | Buffer>([[keyLabels.kty, keyTypes.EC], [keyLabels.crv, curve], ...octets])
}

const forge: Forge<KeyChange, MdocChange> = (change) => {
  const changed = change(toPublic(keys.holder))
  const deviceKey = writeCoseKey(changed)
  const hasOther = isObject(changed) && 'k' in changed // COSE has no such member
  return deviceKey && !hasOther
    ? { object: setEntries({ deviceKeyInfo: new Map([['deviceKey', deviceKey]]) }) }
    : undefined
}

export const keyFaults = listForgedFaults(keysOfMdoc, keyProof, forge)

export const keyVariants = listForgedVariants(keysOfMdoc, keyProof, forge)

const add =
  (parameters: CoseParameters = []) =>
  (members: Members): Members =>
    new Map([...members, ...parameters])

const forgeHeader =
  (name: keyof typeof coseOf): Forge<CoseHeaderChange, MdocChange> =>
  ({ own, unprotected }) => {
    const changed = { header: add(own), unprotected: add(unprotected) }
    return name === 'issuer' ? { auth: changed } : { about: 'document', device: { signer: 'device', ...changed } }
  }

const makers = ['issuer', 'device'] as const

export const headerFaults = makers.flatMap((name) => listForgedFaults(coseOf[name], coseProof, forgeHeader(name)))

export const headerVariants = makers.flatMap((name) => listForgedVariants(coseOf[name], coseProof, forgeHeader(name)))
