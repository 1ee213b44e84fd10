import { type ArtefactCheck, type Check, isArtefactCheck } from '../../model/check.ts'
import type { CheckContext } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { once } from '../../protocol/encoding/once.ts'
import { listVpTranscripts } from '../../protocol/openid4vp/transcripts.ts'
import type { SampleFault, SampleVariant } from '../kit/samples.ts'
import { checks as checksOfMdoc } from '../mdoc/checks.ts'
import { faults as faultsOfMdoc } from '../mdoc/faults.ts'
import { MDDEV, MDOC, MDRESP, MSO, requirements as requirementsOfMdoc } from '../mdoc/requirements.ts'
import { type MdocChange, makeMdocSample } from '../mdoc/sample.ts'
import { variants as variantsOfMdoc } from '../mdoc/variants.ts'
import { changeSession } from './response-sample.ts'
import type { VpChange } from './sample.ts'

/** What cannot be read is no response of a device: a row of the response is about that. */
const replaced: readonly Requirement[] = [MDRESP.READ, MDOC.CBOR]

/** The rows of mDOC that hold for a presentation. */
export const mdocRequirements: readonly Requirement[] = requirementsOfMdoc.filter((row) => !replaced.includes(row))

/** What is known of a presentation once the request is known: the transcripts that its session may have. */
function bindTo({ presentationRequest: own, ...context }: CheckContext): CheckContext {
  if (!own || context.request) return { ...context, presentationRequest: own }
  const transcripts = listVpTranscripts(own, context.origin).map((each) => each.toString('hex'))
  return { ...context, presentationRequest: own, request: { session_transcripts: transcripts } }
}

const bindCheck = (check: ArtefactCheck): ArtefactCheck => ({
  ...check,
  inspect: (artefact, context) => check.inspect(artefact, bindTo(context)),
})

export const mdocChecks: readonly Check[] = checksOfMdoc
  .filter(isArtefactCheck)
  .filter(({ requirement }) => mdocRequirements.includes(requirement))
  .map(bindCheck)

/** A session that asks for an mdoc by a scope: no query says which elements it takes. */
export const openMdocSession = changeSession({
  transaction_data: undefined as never,
  dcql_query: undefined as never,
  scope: 'com.example.any',
})

const [transcript] = listVpTranscripts(openMdocSession)

/** A presentation of an mdoc, and what is known of it. It is made when it is needed: its keys and signatures take their time. */
export function wrapMdoc(change: MdocChange): VpChange {
  const makeSample = once(() => makeMdocSample({ ...(transcript && { transcript }), ...change, about: 'response' }))
  return {
    about: 'vp-response',
    content: ({ state = '' }) => ({ vp_token: { any: [makeSample().text] }, state }),
    get facts() {
      const { request: _, ...rest } = makeSample().facts
      return { ...rest, presentationRequest: openMdocSession }
    },
  }
}

/** What is cut or written otherwise, and what has a session of its own. */
const isWrapped = ({ octets, write, facts }: MdocChange): boolean =>
  octets === undefined && write === undefined && facts?.request === undefined

export const mdocFaults: readonly SampleFault<VpChange>[] = faultsOfMdoc
  .filter(({ change, breaks }) => isWrapped(change) && mdocRequirements.includes(breaks))
  .map(({ change, ...rest }) => ({
    ...rest,
    id: `${rest.id}-in-a-response`,
    alsoBreaks: rest.breaks === MSO.TYPE ? [MDDEV.TYPE] : rest.alsoBreaks,
    change: wrapMdoc(change),
  }))

/** The document around it says what type it is, and its device signs by the usual key. */
const others: readonly string[] = [
  'MDOC/is-another-document-with-a-certificate-for-any-purpose',
  'MSO-KEY-VALID/has-a-key-on-p-521',
]

export const mdocVariants: readonly SampleVariant<VpChange>[] = variantsOfMdoc
  .filter(({ id, change }) => isWrapped(change) && !others.includes(id))
  .map(({ id, description, change }) => ({ id: `${id}-in-a-response`, description, change: wrapMdoc(change) }))
