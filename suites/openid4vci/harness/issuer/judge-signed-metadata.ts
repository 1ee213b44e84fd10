import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readJws } from '../../../../protocol/jose/jws.ts'
import { recogniseVci } from '../../../../protocol/openid4vci/recognise.ts'
import { hasMediaType, isSuccess, writeResponse } from '../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import { checkWhole } from '../../../openid4vci/session-checks.ts'
import { type FoundIssuer, insertWellKnown } from './find-issuer.ts'
import type { TestWallet } from './wallet.ts'

/** Asks for signed metadata, and judges it. An issuer may have none, and answer by what it has. */
export async function judgeSignedMetadata(
  { id, metadata, plainOrigin }: FoundIssuer,
  { send, journal }: TestWallet,
): Promise<void> {
  const url = insertWellKnown(id, 'openid-credential-issuer')
  const headers = { accept: 'application/jwt, application/json;q=0.5' }
  const response = await attemptCalls(() => send({ method: 'GET', url, headers }, 'message'))
  if (!response || !isSuccess(response)) return
  const body = response.body.trim()
  if (!hasMediaType(response, 'application/jwt') && !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(body)) return
  const isKnown = recogniseVci(body) !== undefined
  if (isKnown)
    journal.judge('the signed metadata', writeResponse(response), 'vci-http-response', { issuer: id, plainOrigin })
  else journal.judge('the signed metadata', body, 'vci-signed-metadata', { issuer: id, plainOrigin })
  const read = attempt(() => readJws(body).payload)
  if ('value' in read) journal.mark('the signed metadata', [checkWhole(metadata, read.value)])
}
