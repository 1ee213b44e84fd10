import { type Fault, fault } from '../../src/model/fault.ts'
import { both, drop, message, put } from '../deviations.ts'
import { CFG } from './requirements.ts'

const configure = message.configResponse
const extended = { given: { 'config.fields': 'extended' } }
/** A code of its own choice: it has nothing to do with the nonce. */
const separate = { given: { 'nonce.relation': 'all-separate' } }

/** Gives something away that it gave to the identity app. */
const tell = (member: string) =>
  both(configure(put(member, 'of-no-use-to-anybody-else')), message.response(put(member, 'of-no-use-to-anybody-else')))

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(CFG.FRESH, 'gives the same nonce to every session', configure(put('/nonce', 'the-same-for-all')), separate),
  fault(CFG.DATASET, 'names another dataset in its request', message.request(put('/credential_identifier', 'another-dataset'))),

  fault(CFG.CODE, 'leaves out the code', configure(drop('/pre-authorized_code')), extended),
  fault(CFG.CODE, 'gives a number as the code', configure(put('/pre-authorized_code', 123456)), extended),
  fault(CFG.SECRET, 'leaves out the secret', configure(drop('/secret')), extended),
  fault(CFG.SECRET, 'tells the wallet backend the secret', tell('/secret'), extended),
  fault(CFG['C-NONCE'], 'leaves out the `c_nonce`', configure(drop('/c_nonce')), extended),
  fault(CFG['C-NONCE'], 'gives an empty `c_nonce`', configure(put('/c_nonce', '')), extended),
  fault(CFG.TOKEN, 'leaves out the access token', configure(drop('/access_token')), extended),
  fault(CFG.TOKEN, 'tells the wallet the access token', tell('/access_token'), extended),
  fault(CFG.KEY, 'leaves out the key', configure(drop('/credential_request_encryption_key')), extended),
  fault(CFG.KEY, 'gives the private key', configure(put('/credential_request_encryption_key/d', 'AQAB')), extended),
  fault(CFG.REDIRECT, 'leaves out the address', configure(drop('/redirect_uri')), extended),
  fault(CFG.REDIRECT, 'gives an address where no deeplink goes', configure(put('/redirect_uri', 'https://app.example/elsewhere')), extended),
]
