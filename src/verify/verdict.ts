import { type ArtefactProfile, artefactProfiles, isStandardProfile } from '../../model/decision.ts'
import { createRefusal, type Refuse } from '../../model/errors.ts'
import type { KnownFacts } from '../../model/finding.ts'
import type { Gate, GateRules } from '../../model/gate.ts'
import type { Conclusion, Result } from '../../model/report.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseArtefact } from '../../protocol/artefacts/recognise-artefact.ts'
import type { RecognisedArtefact } from '../../protocol/artefacts/recognised-artefact.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import type { DecisionAnswers } from '../../schemas/types.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { suites } from '../../suites/suites.ts'
import { type TakenDecision, validateAnswers } from '../judge/decisions.ts'

/** What is known about an artefact, and how it is judged. */
export interface VerifyOptions
  extends Omit<KnownFacts, 'hasOtherAnchors' | 'hasOtherKeys' | 'isEncryptionRequested' | 'plainOrigin'> {
  /** The kind of the artefact. Without it, the kind is recognised by its form. */
  readonly as?: ArtefactKind | undefined
  /** The profile that sets the answers which `decisions` leaves out. The default is `document`. */
  readonly profile?: ArtefactProfile | undefined
  /** Answers to questions that the document leaves open, by their keys. */
  readonly decisions?: Readonly<DecisionAnswers> | undefined
  /** Lets recommendations decide the conclusion as well. */
  readonly strict?: boolean | undefined
  /** What must pass. Default: `conformance`. */
  readonly gate?: Gate | undefined
  /** Shows private values in findings. */
  readonly reveal?: boolean | undefined
}

/** One layer of an artefact, and why its content could not be read. */
export interface VerdictLayer {
  readonly kind: ArtefactKind
  readonly in: string
  readonly reason?: string
}

/** What is right and wrong with an artefact. */
export interface Verdict {
  readonly conclusion: Conclusion
  /** Absent if the kind was not recognised. Then nothing was judged. */
  readonly kind?: ArtefactKind
  /** Another kind that it might be. */
  readonly alternativeKind?: ArtefactKind
  readonly layers: readonly VerdictLayer[]
  /** A result for every requirement on this kind, in the order of the document. */
  readonly results: readonly Result[]
  /** The decisions that checks depended on, and their answers. */
  readonly decisions: readonly TakenDecision[]
  readonly profile: ArtefactProfile
  /** The rules by which requirements counted for the conclusion. */
  readonly rules: GateRules
  /** How many requirements fail under each profile; present if any failed. */
  readonly failuresUnder?: Readonly<Record<string, number>>
}

/** Every option. A missing or an additional name does not compile. */
const optionTable = {
  as: true,
  profile: true,
  decisions: true,
  strict: true,
  gate: true,
  reveal: true,
  now: true,
  jwks: true,
  keys: true,
  nonce: true,
  issuer: true,
  statusBase: true,
  credentialId: true,
  anchors: true,
  audience: true,
  keyBinding: true,
  typeMetadata: true,
  issuerMetadata: true,
  responseEncryption: true,
  statusList: true,
  request: true,
  presentationRequest: true,
  origin: true,
  walletNonce: true,
} as const satisfies Record<keyof VerifyOptions, true>

export const verifyOptionNames: readonly string[] = Object.keys(optionTable)

/** Refuses options that do not exist: a misspelt one must not change a verdict. */
export function validateOptions({ profile, now, jwks, decisions: given = {}, ...rest }: VerifyOptions): void {
  const unknown = Object.keys(rest).find((name) => !verifyOptionNames.includes(name))
  if (unknown !== undefined) refuse(`there is no option \`${unknown}\`${suggestWord(unknown, verifyOptionNames)}`)
  if (profile !== undefined && !artefactProfiles.includes(profile))
    refuse(`there is no profile \`${profile}\`; choose from ${artefactProfiles.join(', ')}`)
  if (now !== undefined && !Number.isFinite(now)) refuse('`now` must be a number of seconds since 1970')
  if (jwks !== undefined && !isObject(jwks)) refuse('`jwks` must be a JWK Set, an object with `keys`')
  validateAnswers(given, defaultSuite.decisions)
}

/** What a text is under a profile: a standard has kinds of its own. */
export const recogniseUnder = (
  text: string,
  { profile = 'document', keys = [] }: VerifyOptions,
): RecognisedArtefact | undefined =>
  isStandardProfile(profile) ? suites[profile].recognise(text) : recogniseArtefact(text, keys)

const refuse: Refuse = createRefusal('ERR_CONTEXT')
