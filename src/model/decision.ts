/** Ready-made sets of answers, by what the answers follow. */
export const presets = ['document', 'rfc9901', 'sd-jwt-vc', 'openid4vci-1.0'] as const
export type Preset = (typeof presets)[number]

/** A question that the document leaves open (a gap) or answers twice (an ambiguity), and the answers there are. */
export interface Decision<Variant extends string = string> {
  /** The key under which it is answered, in the configuration and with `--decision`. */
  readonly id: string
  readonly section: string
  readonly arises: readonly ('gap' | 'ambiguity')[]
  readonly question: string
  /** Each answer and what it means. Empty where any text is an answer, a path for one. */
  readonly variants: Readonly<Record<Variant, string>>
  /** What holds where nobody answers. For a gap this is an assumption, and a report says so. */
  readonly default: Variant
  readonly presets: Readonly<Partial<Record<Preset, Variant>>>
  /** What goes wrong between two parties who answer differently. */
  readonly stake?: string
}

interface Question<Variant extends string> {
  readonly section: string
  readonly question: string
  readonly variants: Readonly<Record<Variant, string>>
  readonly default: NoInfer<Variant>
  readonly presets?: Readonly<Partial<Record<Preset, NoInfer<Variant>>>>
  readonly stake?: string
}

const asked =
  (...arises: Decision['arises']) =>
  <Variant extends string>(id: string, { presets = {}, ...question }: Question<Variant>): Decision<Variant> => ({
    id,
    arises,
    presets,
    ...question,
  })

/** The document says nothing. */
export const silence = asked('gap')
/** The document can be read in several ways, or contradicts itself or a standard that it names. */
export const ambiguity = asked('ambiguity')
/** Both: a silence that standards and habits fill in contradicting ways. */
export const dispute = asked('gap', 'ambiguity')

interface Blank {
  readonly section: string
  readonly question: string
  readonly default: string
  readonly stake?: string
}

/** A silence that any text may fill, a path or a header name. */
export const blank = (id: string, question: Blank): Decision => ({
  id,
  arises: ['gap'],
  variants: {},
  presets: {},
  ...question,
})

/** How an answer came about. Only `assumed` keeps a run from being called conformant. */
export type Source = 'given' | 'preset' | 'assumed'

export interface Answer {
  readonly value: string
  readonly source: Source
}

/** Answers a decision; remembers nothing. */
export type Decide = <Variant extends string>(decision: Decision<Variant>) => Variant

/** The answer to one decision under a preset and what was given on top of it. */
export function answer(decision: Decision, preset: Preset, given: Readonly<Record<string, string>>): Answer {
  const explicit = given[decision.id]
  if (explicit !== undefined) return { value: explicit, source: 'given' }
  const preselected = decision.presets[preset]
  if (preselected !== undefined) return { value: preselected, source: 'preset' }
  return { value: decision.default, source: decision.arises.includes('gap') ? 'assumed' : 'preset' }
}
