import { isDeepStrictEqual } from 'node:util'
import { openArtefact } from '../protocol/artefacts/open.ts'
import { attempt } from '../protocol/encoding/problem.ts'
import { readAnySdJwt } from '../protocol/sd-jwt/presentation.ts'
import { type Verdict, verify } from '../src/verify/verify.ts'
import type { Original } from './originals.ts'

/** What is wrong with Assay, seen at one input. */
export interface Finding {
  readonly what: string
  readonly detail: string
}

/** Judges a text, and looks whether the verdict is one that there may be. */
export function examine(text: string, original: Original, isTrusted: boolean): Finding | undefined {
  const judged = tryToJudge(text, original)
  if ('what' in judged) return judged
  if (judged.conclusion === 'harnessError') return { what: 'a defect', detail: describeDefects(judged) }
  if (judged.conclusion !== 'conformant' || isTrusted) return undefined
  return findForged(text, original)
}

/** Judges again: a verdict depends on nothing but the text and what is known. */
export function examineAgain(text: string, original: Original): Finding | undefined {
  const [one, other] = [tryToJudge(text, original), tryToJudge(text, original)]
  return isDeepStrictEqual(one, other) ? undefined : { what: 'another verdict when repeated', detail: '' }
}

/** Judges a text as the original is judged. */
export const judge = (text: string, { kind, known, decisions, profile }: Original): Verdict =>
  verify(text, {
    ...withoutRequest(known),
    as: kind,
    ...(profile ? { profile } : kind !== 'sd-jwt' && { decisions }),
  })

function tryToJudge(text: string, original: Original): Verdict | Finding {
  try {
    return judge(text, original)
  } catch (error) {
    return { what: 'an exception', detail: error instanceof Error ? (error.stack ?? '') : String(error) }
  }
}

/** `verify` takes everything that is known but this. */
const withoutRequest = ({ isEncryptionRequested: _, ...known }: Original['known']) => known

const describeDefects = ({ results }: Verdict): string =>
  results
    .flatMap(({ outcome, requirement, reason }) => (outcome === 'harnessError' ? [`${requirement.id}: ${reason}`] : []))
    .join('; ')

const signedKinds = ['credential', 'status-token', 'sd-jwt'] as const

/** What was signed by an issuer in an artefact: the signed text, and the disclosures as values. */
interface SignedContent {
  /** One text for each signature. */
  readonly inputs: readonly string[]
  readonly disclosures: readonly unknown[]
}

/** A conformant artefact has nothing signed in it but what an issuer signed, with some of its disclosures. */
function findForged(text: string, original: Original): Finding | undefined {
  const allowed = listSigned(original.text, original)
  for (const found of listSigned(text, original)) {
    const source = allowed.find(
      ({ inputs }) => found.inputs.length > 0 && found.inputs.every((each) => inputs.includes(each)),
    )
    if (!source) return { what: 'a conformant forgery', detail: found.inputs.join().slice(0, 200) }
    const added = found.disclosures.find((each) => !source.disclosures.some((known) => isDeepStrictEqual(each, known)))
    if (added !== undefined)
      return { what: 'a conformant disclosure of nobody', detail: JSON.stringify(added).slice(0, 200) }
  }
  return undefined
}

function listSigned(text: string, { kind, known: { keys = [] } }: Original): readonly SignedContent[] {
  const layers = openArtefact(kind, text.replace(/\r?\n$/, ''), keys) // `verify` takes the end of a line off
  return layers
    .filter((layer) => signedKinds.some((each) => each === layer.kind))
    .map(({ kind: each, text: inner }) => (each === 'sd-jwt' ? readStandard(inner) : readCompact(inner)))
}

function readCompact(text: string): SignedContent {
  const [jws = '', ...disclosures] = text.split('~').map((part) => part.trim())
  return {
    inputs: [jws.split('.').slice(0, 2).join('.')],
    disclosures: disclosures.filter((each) => each !== '').map(readValue),
  }
}

/** An SD-JWT may have a Key Binding JWT, and may be JSON. Each signature is over one text. */
function readStandard(text: string): SignedContent {
  const read = attempt(() => readAnySdJwt(text))
  if (!('value' in read)) return { inputs: [], disclosures: [] }
  const { signatures, disclosures } = read.value
  return {
    inputs: signatures.map(({ signingInput }) => signingInput),
    disclosures: disclosures.map((each) => readValue(each.text)),
  }
}

function readValue(disclosure: string): unknown {
  try {
    return JSON.parse(Buffer.from(disclosure, 'base64url').toString())
  } catch {
    return disclosure
  }
}
