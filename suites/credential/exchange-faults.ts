import { type Fault, fault } from '../../src/model/fault.ts'
import { ATT } from '../attestation/requirements.ts'
import { change, message, put, renamed } from '../deviations.ts'
import { stranger } from '../stranger.ts'
import { CNF, CRED } from './requirements.ts'

const payload = message.credentialPayload
const id = '0a4a7a4e-5f6c-4b7e-9d1c-1f2e3d4c5b6a'
const earlier = (seconds: number) => payload(change('/iat', (iat) => Number(iat) - seconds))

const { d: _, ...key } = stranger

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(CRED.UNIQUE, 'gives one id to every credential', renamed(() => id)),
  fault(CRED.PUNCTUAL, 'says that it issued an hour ago', earlier(3600)),
  fault(CRED.PUNCTUAL, 'says that it issued two minutes ago', earlier(120)),
  fault(CRED.PUNCTUAL, 'says that it issued at midnight', payload(change('/iat', (iat) => Number(iat) - (Number(iat) % 86_400)))),
  fault(CNF.HOLDER, 'binds to a key that the wallet does not have', payload(put('/cnf/jwk', { ...key, kid: 'holder', alg: 'ES256' })), { under: 'openid4vci-1.0', alsoBreaks: [ATT.BOUND] }),
]
