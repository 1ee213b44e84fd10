import { readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readAnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import type { TypeDocument } from '../../../../protocol/sd-jwt-vc/type-document.ts'
import { isSuccess, readBody } from '../../../../src/harness/calls.ts'
import type { FoundIssuer } from './find-issuer.ts'
import type { TestWallet } from './wallet.ts'

/** Types that extend one another, at most. */
const mostTypes = 8

/** The type metadata of a credential that its issuer publishes, and what they extend. Those of another party are not fetched. */
export async function fetchTypes(
  credential: string,
  { id }: FoundIssuer,
  { send }: TestWallet,
): Promise<readonly TypeDocument[]> {
  const read = attempt(() => readAnySdJwt(credential).payload.vct)
  const found: TypeDocument[] = []
  let uri = 'value' in read ? readText(read.value) : ''
  while (isAt(uri, id) && found.length < mostTypes && !found.some((each) => each.uri === uri)) {
    const response = await send({ method: 'GET', url: uri, headers: { accept: 'application/json' } }, 'message')
    if (!isSuccess(response)) return found
    found.push({ uri, text: response.body })
    uri = readText(readBody(response)?.extends)
  }
  return found
}

const isAt = (uri: string, issuer: string): boolean =>
  /^https?:/i.test(uri) && URL.parse(uri)?.origin === new URL(issuer).origin
