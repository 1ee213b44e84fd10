import { type ArtefactKind, issuanceKinds } from '../artefacts/artefact-kinds.ts'
import type { RecognisedArtefact } from '../artefacts/recognised-artefact.ts'
import { attempt } from '../encoding/problem.ts'
import { recogniseVci } from '../openid4vci/recognise.ts'
import { recogniseVp } from '../openid4vp/recognise.ts'
import { recogniseSdJwt } from '../sd-jwt/recognise.ts'
import { isHttpResponse, readBodyText, readHttpResponse } from '../status-list/http-response.ts'
import { recogniseStatusArtefact } from '../status-list/recognise.ts'

/** Kinds of presentations whose members messages of issuance have as well. */
const shared: readonly ArtefactKind[] = ['vp-client-metadata', 'vp-response', 'vp-endpoint-response']

/** Recognises a message of issuance or presentation, a credential, or a status list. */
export function recogniseHaip(text: string): RecognisedArtefact | undefined {
  const bare = text.trim()
  if (isHttpResponse(bare)) return recogniseResponse(text)
  if (/^[\w-]+\.[\w-]+\.[\w-]*~/.test(bare)) return recogniseSdJwt(bare)
  const [vp, vci] = [recogniseVp(bare), recogniseVci(bare)]
  const isOfIssuance = vp === undefined || shared.includes(vp.kind) || isIssued(vp, bare)
  if (vci && isOfIssuance && !bare.includes('"vp_token"')) return recogniseList(bare) ?? vci
  return vp ?? recogniseList(bare)
}

/** What messages of issuance have of kinds of presentations: credentials and a query for some, or metadata of OAuth. */
const isIssued = ({ kind }: RecognisedArtefact, text: string): boolean =>
  (kind === 'vp-dcql-query' && /"credential"\s*:/.test(text)) ||
  (kind === 'vp-wallet-metadata' && /"token_endpoint"\s*:/.test(text))

function recogniseList(text: string): RecognisedArtefact | undefined {
  const seen = text.startsWith('{') ? undefined : recogniseStatusArtefact(text)
  return seen?.kind === 'status-list-token' ? seen : undefined
}

/** A response of HTTP by its body. */
function recogniseResponse(text: string): RecognisedArtefact {
  const read = attempt(() => readBodyText(readHttpResponse(text)).trim())
  const kind = 'value' in read ? recogniseHaip(read.value)?.kind : undefined
  const isOfIssuance = issuanceKinds.some((each) => each === kind)
  return { kind: isOfIssuance ? 'vci-http-response' : 'vp-http-response', text }
}
