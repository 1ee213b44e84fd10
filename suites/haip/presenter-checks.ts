import type { SessionResult } from '../../model/check.ts'
import { type CborMap, isCborMap } from '../../protocol/cbor/decode.ts'
import { isObject, type JsonValue, readText } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readJwe } from '../../protocol/jose/jwe.ts'
import { readMdoc } from '../../protocol/mdoc/recognise.ts'
import { readForm } from '../../protocol/openid4vp/http-request.ts'
import { readParameters } from '../../protocol/openid4vp/parameters.ts'
import { listPresentations, readSdJwtText } from '../../protocol/openid4vp/presentations.ts'
import { readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { listAuthorityKeys } from '../../protocol/x509/authority-key.ts'
import { type Certificate, readChain } from '../../protocol/x509/certificate.ts'
import { readAuth, readCoseChain } from '../mdoc/parts.ts'
import type { PresentationSession } from '../openid4vp/actors/presentation-session.ts'
import { isPresentation, listCallsAt } from '../openid4vp/wallet/checks.ts'
import { hasReturn, isReturnDue } from '../openid4vp/wallet/returns.ts'
import { HAIPPRESENT, HAIPVP } from './requirements.ts'

/** Judges whether a user comes back where the verifier asked for that. */
export function* checkReturn(session: PresentationSession): Generator<SessionResult> {
  const answered = listCallsAt(session, 'response').filter((call) => isPresentation(session, call))
  if (!answered.some(hasReturn)) return
  const row = HAIPPRESENT.RETURN
  yield isReturnDue(session.calls) ? { row, problem: 'the address is not opened' } : { row }
}

/** The content encryptions of the responses in a session. */
const listEncryptions = (session: PresentationSession): readonly unknown[] =>
  listCallsAt(session, 'response').flatMap(({ request: { body = '' } }) => {
    const read = attempt(() => readJwe(readText(readParameters(readForm(body)).response)).header.enc)
    return 'value' in read ? [read.value] : []
  })

function isNamed({ parameters: { client_metadata: metadata } }: PresentationSession, name: string): boolean {
  const names = isObject(metadata) ? metadata.encrypted_response_enc_values_supported : undefined
  return Array.isArray(names) && names.includes(name)
}

/** Judges which content encryption a wallet chooses that has shown both, or the better one. */
export function* checkEncryptions(sessions: readonly PresentationSession[]): Generator<SessionResult> {
  if (!sessions.some((each) => listEncryptions(each).includes('A256GCM'))) return
  const free = sessions.filter((each) => isNamed(each, 'A256GCM') && isNamed(each, 'A128GCM')).flatMap(listEncryptions)
  const row = HAIPVP.GCM
  if (free.length > 0) yield free.includes('A128GCM') ? { row, problem: 'a response is encrypted by A128GCM' } : { row }
}

/** The certificates of the issuer of what was presented; of the first document of an mdoc. */
function readIssuerChain(value: JsonValue): readonly Certificate[] {
  const text = readSdJwtText(value)
  const read = attempt(() => {
    if (text !== undefined) return readChain(readAnySdJwt(text).signatures[0]?.header.x5c)
    const [document] = Object(readMdoc(readText(value)).get('documents'))
    const auth = isCborMap(document) ? readAuth(document.get('issuerSigned') as CborMap) : undefined
    return auth ? readCoseChain(auth) : []
  })
  return 'value' in read ? read.value : []
}

/** The keys of authorities in the certificates of what was presented, by the id of the query. */
export function findAuthorityKeys(session: PresentationSession): ReadonlyMap<string, readonly string[]> {
  const presentations = listCallsAt(session, 'response').flatMap((call) => listPresentations(session.read(call)))
  return new Map(
    presentations.flatMap(({ id, value }) => {
      const keys = listAuthorityKeys(readIssuerChain(value))
      return keys.length > 0 ? [[id, keys.map((each) => each.toString('base64url'))] as const] : []
    }),
  )
}
