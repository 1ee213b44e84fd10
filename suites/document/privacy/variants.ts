import { createHmac } from 'node:crypto'
import { put } from '../kit/edits.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = markLive([
  variant('SILENT', 'calls the wallet backend with the token, as agreed', {}, { decisions: { 'auth.walletCallback': 'bearer' } }),
  variant('SILENT', 'sets the session token as a cookie', changeHeaders('issuer', 'validate', { 'set-cookie': 'session=session-token-of-nobody; Secure; HttpOnly' })),
  variant('SILENT', 'returns the session token in Issuer Config', mutate.configResponse(put('/session_token', 'session-token-of-nobody'))),
  variant('SILENT-DEVICE', 'names its own session in the callback, with the identifier of the device in it', mutate.callback(put('/transaction', 'my-device-0001-7'))),
  variant('SILENT-PERSON', 'puts a keyed hash of the identity number into the callback', mutate.callback(put('/holder', createHmac('sha256', 'a key of the identity app').update('000000000019').digest('hex')))),
  variant('SILENT', 'has a longer number in its metadata that contains an identity number', mutate.metadata(put('/revision', '1000000000019'))),
])
