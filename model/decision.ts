/** Named sets of answers, each after the text that they follow. */
export const profiles = ['document', 'document-rfc9901', 'document-sd-jwt-vc', 'document-openid4vci'] as const
export type Profile = (typeof profiles)[number]

/** Standards that are judged by themselves, whatever exchange an artefact comes from. */
export const standardProfiles = [
  'sd-jwt',
  'sd-jwt-vc',
  'token-status-list',
  'openid4vci-1.0',
  'openid4vp-1.0',
  'mdoc',
  'haip-1.0',
] as const
export type StandardProfile = (typeof standardProfiles)[number]

/** What an artefact can be judged by. */
export const artefactProfiles = [...profiles, ...standardProfiles] as const
export type ArtefactProfile = Profile | StandardProfile

export const isStandardProfile = (profile: string): profile is StandardProfile =>
  standardProfiles.some((each) => each === profile)

/** A question that the document leaves open (a gap) or answers twice (an ambiguity), with the possible answers. */
export interface Decision<Variant extends string = string> {
  /** Its key in the configuration and in `--decision`. */
  readonly id: string
  readonly section: string
  readonly arises: readonly ('gap' | 'ambiguity')[]
  readonly question: string
  /** Each answer and its meaning. Empty where any text is an answer, such as a path. */
  readonly answers: Readonly<Record<Variant, string>>
  /** What any other text means as an answer; absent where only the answers above are answers. */
  readonly otherText?: string
  /** The answer where none is given. For a gap it is an assumption, and reports say so. */
  readonly default: Variant
  readonly profiles: Readonly<Partial<Record<Profile, Variant>>>
  /** What fails between two parties that answer differently. */
  readonly stake?: string
  /** Answers that allow what the others forbid. */
  readonly permits?: readonly Variant[]
}

interface Question<Variant extends string> {
  readonly section: string
  readonly question: string
  readonly answers: Readonly<Record<Variant, string>>
  readonly default: NoInfer<Variant>
  readonly profiles?: Readonly<Partial<Record<Profile, NoInfer<Variant>>>>
  readonly stake?: string
  readonly permits?: readonly NoInfer<Variant>[]
  readonly otherText?: string
}

const createDecision =
  (...arises: Decision['arises']) =>
  <Variant extends string>(id: string, { profiles = {}, ...question }: Question<Variant>): Decision<Variant> => ({
    id,
    arises,
    profiles: profiles,
    ...question,
  })

/** The document says nothing. */
export const leftOpen = createDecision('gap')
/** The document can be read in several ways, or contradicts itself or a standard that it names. */
export const ambiguous = createDecision('ambiguity')
/** Both: the document says nothing, and standards and habits contradict one another. */
export const openAndAmbiguous = createDecision('gap', 'ambiguity')

interface OpenQuestion {
  readonly section: string
  readonly question: string
  readonly default: string
  readonly stake?: string
}

/** A gap that any text can fill, such as a path or the name of a header field. */
export const anyText = (id: string, question: OpenQuestion): Decision => ({
  id,
  arises: ['gap'],
  answers: {},
  profiles: {},
  ...question,
})

/** A gap that one of some answers can fill, or any other text, such as the name of a member. */
export const namedOrAnyText = <Variant extends string>(
  id: string,
  question: Question<Variant> & { readonly otherText: string },
): Decision => leftOpen(id, question)

/** Whether a decision has an answer. */
export const isAnswerOf = ({ answers, otherText }: Decision, text: string): boolean =>
  otherText !== undefined || Object.hasOwn(answers, text) || Object.keys(answers).length === 0

/** Where an answer comes from. `assumed` makes a pass provisional. */
export type AnswerSource = 'configured' | 'profile' | 'default'

export interface DecisionAnswer {
  readonly value: string
  readonly source: AnswerSource
}

/** Returns the answer to a decision. */
export type Decide = <Variant extends string>(decision: Decision<Variant>) => Variant

/** The answer to one decision under a profile and the answers that were given on top of it. */
export function answerDecision(
  decision: Decision,
  profile: Profile,
  configuredAnswers: Readonly<Record<string, string>>,
): DecisionAnswer {
  const configured = configuredAnswers[decision.id]
  if (configured !== undefined) return { value: configured, source: 'configured' }
  const fromProfile = decision.profiles[profile]
  if (fromProfile !== undefined) return { value: fromProfile, source: 'profile' }
  return { value: decision.default, source: decision.arises.includes('gap') ? 'default' : 'profile' }
}
