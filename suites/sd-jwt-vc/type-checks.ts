import { type Check, checkArtefact } from '../../model/check.ts'
import {
  type CheckContext,
  type Finding,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  type Remark,
  showValue,
} from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { AnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { readIssuedClaims, selectClaims } from '../../protocol/sd-jwt-vc/claim-path.ts'
import { hasIntegrity, readIntegrity } from '../../protocol/sd-jwt-vc/integrity.ts'
import type { TypeDocument } from '../../protocol/sd-jwt-vc/type-document.ts'
import {
  type ClaimMetadata,
  findTypes,
  type KnownType,
  mergeClaimMetadata,
  type TypeChain,
} from '../../protocol/sd-jwt-vc/type-metadata.ts'
import { claimMetadata } from './claim-metadata.ts'
import { listTypes } from './credential-checks.ts'
import { SDVC } from './requirements.ts'

// Checks of a credential with the type metadata of its type.

const none = notApplicable('no type metadata was given: see --type-metadata')

/** A check of a credential with its type and all that it extends. */
const checkWithTypes = (
  requirement: Requirement,
  inspect: (chain: TypeChain, sdJwt: AnySdJwt, documents: readonly TypeDocument[], context: CheckContext) => Inspection,
): Check =>
  checkArtefact(requirement, 'sd-jwt', function* (sdJwt, context) {
    const { typeMetadata: documents } = context
    const { vct } = sdJwt.payload
    if (!documents) return none
    if (typeof vct !== 'string') return inconclusive('`vct` is not a string')
    return yield* inspect(findTypes(vct, documents), sdJwt, documents, context)
  })

/** Why a chain is not known to its end; nothing, if it is. */
const explainGap = (chain: TypeChain): Remark | undefined => {
  const { missing, circular } = chain
  if (circular !== undefined) return inconclusive('a type in its chain extends itself')
  return missing && inconclusive(explainMissing(chain))
}

/** Why the next type of a chain is unknown. The type is not named: findings name what is public only. */
export const explainMissing = ({ types, missing }: TypeChain): string =>
  types.length === 0
    ? `its type: ${missing?.reason}`
    : `what ${types.length === 1 ? 'its type' : `type ${types.length} of its chain`} extends: ${missing?.reason}`

const vct = checkWithTypes(SDVC['TYPE-VCT'], function* (chain) {
  for (const { uri, content } of chain.types)
    if (content.vct !== uri) yield finding(nameDocument(uri, '/vct'), showValue(uri), showValue(content.vct))
  return explainGap(chain)
})

const nameDocument = (uri: string, at: string): string => `the type metadata of ${showValue(uri)}, ${at}`

const integrity = checkWithTypes(SDVC['TYPE-INTEGRITY'], function* (chain, { payload }) {
  const [first] = chain.types
  if (first) yield* findOtherDocument('/vct#integrity', payload['vct#integrity'], first)
  yield* findOtherExtended(chain.types)
  return explainGap(chain)
})

/** Yields where a type extends another document than the one that its integrity metadata means. */
export function* findOtherExtended(types: readonly KnownType[]): Generator<Finding> {
  for (const [i, { uri, content }] of types.entries()) {
    const next = types[i + 1]
    const at = nameDocument(uri, '/extends#integrity')
    if (next) yield* findOtherDocument(at, content['extends#integrity'], next)
  }
}

function* findOtherDocument(at: string, given: unknown, { text }: KnownType): Generator<Finding> {
  const expressions = given === undefined ? undefined : readIntegrity(given)
  if (expressions && !asSaved(text).some((each) => hasIntegrity(each, expressions)))
    yield finding(at, 'the digest of the document that was given', 'another digest')
}

/** A document as it may have been before it was saved: the line break at its end may belong to the file. */
const asSaved = (text: string): readonly string[] => [text, text.replace(/\r?\n$/, ''), `${text}\n`]

const circular = checkWithTypes(SDVC['TYPE-CIRCULAR'], function* (chain) {
  const { circular: uri, missing } = chain
  if (uri !== undefined) yield finding('the type metadata', 'a chain of types with an end', `${showValue(uri)} twice`)
  return missing && inconclusive(explainMissing(chain))
})

const structure = checkWithTypes(SDVC['TYPE-CLAIMS'], function* (chain) {
  for (const { uri, content } of chain.types)
    for (const inspect of Object.values(claimMetadata))
      for (const each of inspect(content)) yield { ...each, at: nameDocument(uri, each.at) }
  return explainGap(chain)
})

/** A check of each claim that the claim metadata of a type is about. */
const checkClaims = (
  requirement: Requirement,
  inspect: (claim: ClaimMetadata, selection: ReturnType<typeof selectClaims>, at: string) => Generator<Finding>,
): Check =>
  checkWithTypes(requirement, function* (chain, sdJwt, _, { derive }) {
    const issued = derive(readIssuedClaims, sdJwt)
    if (!issued) return inconclusive('Assay does not compute its hash function')
    const gap = explainGap(chain)
    if (gap) return gap
    for (const claim of mergeClaimMetadata(chain.types).slice(0, maxClaims))
      yield* inspect(claim, selectClaims(issued, claim.path), JSON.stringify(claim.path))
    return undefined
  })

/** Claims of a type that are looked up. */
const maxClaims = 1000

const path = checkClaims(SDVC['TYPE-PATH'], function* (_, { error }, at) {
  if (error !== undefined) yield finding(at, 'a path that can be followed', error)
})

const mandatory = checkClaims(SDVC['TYPE-MANDATORY'], function* ({ mandatory: isNeeded }, selection, at) {
  const { claims, isPartial, error } = selection
  if (isNeeded && claims.length === 0 && !isPartial && error === undefined) yield finding(at, 'a claim', 'nothing')
})

const sd = checkClaims(SDVC['TYPE-SD'], function* ({ sd: rule }, { claims }, at) {
  if (rule === 'always' && claims.some(({ isDisclosable }) => !isDisclosable))
    yield finding(at, 'selectively disclosable', 'a claim that every receiver sees')
  if (rule === 'never' && claims.some(({ isDisclosable }) => isDisclosable))
    yield finding(at, 'a claim that every receiver sees', 'a claim in a disclosure')
})

const akaExtends = checkWithTypes(SDVC['AKA-EXTENDS'], function* (chain, { payload }, documents) {
  const isKnown = (type: string): boolean => findTypes(type, documents).types.length > 0
  for (const [i, type] of listTypes(payload).entries())
    if (isKnown(type) && chain.types.length > 0 && !chain.types.some(({ uri }) => uri === type))
      yield finding(`/aka_vcts/${i}`, 'a type that the type of the credential extends', showValue(type))
  return explainGap(chain)
})

export const checks: readonly Check[] = [vct, integrity, circular, structure, path, mandatory, sd, akaExtends]
