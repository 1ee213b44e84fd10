import { isObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readAnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import { readSecuredToken } from '../../../../protocol/status-list/secured-token.ts'
import { findMediaType, isSuccess } from '../../../../src/harness/calls.ts'
import { listProblem } from '../../../kit/results.ts'
import { SDVC } from '../../../sd-jwt-vc/requirements.ts'
import { TSAGG } from '../../../token-status-list/requirements.ts'
import type { FoundIssuer } from './find-issuer.ts'
import type { TestWallet } from './wallet.ts'

/** The address of the status list of a credential. */
function readUri(credential: string): string | undefined {
  const read = attempt(() => readAnySdJwt(credential).payload.status)
  const list = 'value' in read && isObject(read.value) ? read.value.status_list : undefined
  const uri = isObject(list) ? readText(list.uri) : ''
  return /^https?:/i.test(uri) && URL.canParse(uri) ? uri : undefined
}

/** Fetches the status list of a credential, and says whether it is a JWT, and whether what leads to it is announced. */
export async function judgeStatus(credential: string, { id, server }: FoundIssuer, wallet: TestWallet): Promise<void> {
  const { send, journal } = wallet
  const uri = readUri(credential)
  if (uri === undefined) return
  if (new URL(uri).origin !== new URL(id).origin) {
    journal.notes.push('the status list of the credential is hosted by another party, and was not fetched')
    return
  }
  const response = await send({ method: 'GET', url: uri, headers: { accept: 'application/statuslist+jwt' } }, 'message')
  if (!isSuccess(response)) {
    journal.notes.push(`the status list of the credential cannot be fetched: its address answers ${response.status}`)
    return
  }
  const list = readList(response.body)
  const type = findMediaType(response)
  const problem = list?.format === 'jwt' ? '' : `it is not a JWT, and its media type is \`${type.slice(0, 60)}\``
  journal.mark('the status list of the credential', [listProblem(SDVC['STATUS-JWT'], problem)])
  const { status_list: own } = list?.claims ?? {}
  if (isObject(own as JsonValue) && Object(own).aggregation_uri !== undefined)
    journal.mark('the metadata of the authorization server', [
      listProblem(
        TSAGG.ANNOUNCED,
        server.status_list_aggregation_endpoint === undefined ? 'there is no `status_list_aggregation_endpoint`' : '',
      ),
    ])
}

function readList(body: string) {
  const read = attempt(() => readSecuredToken(body.trim()))
  return 'value' in read ? read.value : undefined
}
