import { checks } from '../suites/checks.ts'
import { decisions, requirements } from '../suites/registry.ts'
import { words } from './assembly/words.ts'
import { answersUnder, type Taken, validateAnswers } from './harness/answers.ts'
import { wallClock } from './harness/clock.ts'
import { failuresUnder, withCounterfactuals } from './harness/counterfactual.ts'
import { type Conclusion, conclude, type Strictness } from './harness/gate.ts'
import { type Article, articlesOf, judge } from './harness/judge.ts'
import { didYouMean } from './harness/nearest.ts'
import { redact } from './harness/redact.ts'
import type { Known } from './model/check.ts'
import { type Preset, presets } from './model/decision.ts'
import { HarnessError } from './model/errors.ts'
import type { Result } from './model/report.ts'
import { type Exhibit, type Kind, kinds } from './protocol/evidence.ts'
import { isObject } from './protocol/json.ts'
import { kindsInside } from './protocol/layers.ts'
import { open } from './protocol/open.ts'
import { attempt } from './protocol/problem.ts'
import { recognise } from './protocol/recognise.ts'

// Suites, harness and protocol know nothing of one another; here they are put together.

/** What is known beside the artefact, and how it is to be judged. */
export interface VerifyOptions extends Known {
  /** What the artefact is. Without it, its form is asked. */
  readonly as?: Kind | undefined
  /** Whose answers hold where `given` has none. */
  readonly profile?: Preset | undefined
  /** Answers to decisions, by their keys. An answer that does not exist is a `HarnessError`. */
  readonly given?: Readonly<Record<string, string>> | undefined
  /** `'all'` lets what is only recommended decide as well. */
  readonly strictness?: Strictness | undefined
  /** `'reveal'` shows values that are private. */
  readonly privacy?: 'redact' | 'reveal' | undefined
}

/** One layer of an artefact, and why what is in it was not seen. */
export interface Layer {
  readonly kind: Kind
  readonly at: string
  readonly unseen?: string
}

/** What is right and wrong with an artefact. */
export interface Verdict {
  readonly conclusion: Conclusion
  /** Absent if it could not be told what the artefact is. Then nothing was judged. */
  readonly kind?: Kind
  /** What it might be as well. */
  readonly or?: Kind
  readonly layers: readonly Layer[]
  /** Every requirement that such an artefact can show, in the order of the document. */
  readonly results: readonly Result[]
  /** The decisions that a check asked for, and the answers. */
  readonly decisions: readonly Taken[]
  readonly profile: Preset
  /** How many requirements fail under each profile; only where one failed. */
  readonly failuresUnder?: Readonly<Record<string, number>>
}

const articles = articlesOf(requirements, checks)

/** What each kind of artefact can be judged by, layers and all. */
const articlesAbout: ReadonlyMap<Kind, readonly Article[]> = new Map(
  kinds.map((kind) => {
    const inside = kindsInside(kind)
    return [
      kind,
      articles.filter(({ requirement: { seen } }) => 'in' in seen && seen.in.some((each) => inside.has(each))),
    ]
  }),
)

/**
 * Says what is right and wrong with an artefact: opens every layer for which there is a key, and judges all of them.
 * However hostile the text, the answer is a verdict. Reads the clock if `now` is not given, and nothing else.
 */
export function verify(artefact: string, options: VerifyOptions = {}): Verdict {
  validateOptions(options)
  const { as, profile = 'document', given = {} } = options
  const text = artefact.replace(/\r?\n$/, '') // the end of the line is the file's, wherever it was read from
  const keys = options.keys ?? []
  const seen = as ? { ...attempted(text), kind: as } : recognise(text, keys)
  if (!seen) return { conclusion: 'inconclusive', layers: [], results: [], decisions: [], profile }
  const exhibits = open(seen.kind, seen.text, keys)
  return { ...judged(exhibits, seen.kind, { ...options, profile, given }), ...('or' in seen && { or: seen.or }) }
}

const optionNames: ReadonlySet<string> = new Set<keyof VerifyOptions>([
  'as',
  'profile',
  'given',
  'strictness',
  'privacy',
  'now',
  'jwks',
  'keys',
  'nonce',
  'issuer',
  'statusBase',
  'credentialId',
  'anchors',
  'responseEncryption',
])

/** A slip in an option must not pass for a verdict. */
function validateOptions({ profile, now, jwks, given = {}, ...rest }: VerifyOptions): void {
  const refuse = (message: string): never => {
    throw new HarnessError('ERR_CONTEXT', message)
  }
  const unknown = Object.keys(rest).find((name) => !optionNames.has(name))
  if (unknown !== undefined) refuse(`there is no option \`${unknown}\`${didYouMean(unknown, [...optionNames])}`)
  if (profile !== undefined && !presets.includes(profile))
    refuse(`there is no profile \`${profile}\`: ${presets.join(', ')}`)
  if (now !== undefined && !Number.isFinite(now)) refuse('`now` is a number of seconds since 1970')
  if (jwks !== undefined && !isObject(jwks)) refuse('`jwks` is a key set, an object with `keys`')
  validateAnswers(given, decisions)
}

/** An offer in a URL is an offer, whoever said that it is one. */
const attempted = (text: string): { readonly text: string } => {
  const recognised = attempt(() => recognise(text))
  return 'value' in recognised && recognised.value?.kind === 'offer' ? { text: recognised.value.text } : { text }
}

type Settled = VerifyOptions & Required<Pick<VerifyOptions, 'profile' | 'given'>>

function judged(exhibits: readonly Exhibit[], kind: Kind, options: Settled & { profile: Preset }): Verdict {
  const { profile, given = {}, strictness, privacy } = options
  const about = articlesAbout.get(kind) ?? []
  const dossier = { exhibits, known: { ...options, now: options.now ?? wallClock() } }
  const answers = answersUnder({ profile, given })
  const plain = judge(about, dossier, answers.decide)
  const taken = answers.taken()
  const failed = plain.some(({ outcome }) => outcome === 'failed')
  const results = failed ? withCounterfactuals(plain, about, dossier, { profile, given }) : plain
  return {
    conclusion: conclude(results, strictness),
    kind,
    layers: exhibits.map(layerOf),
    results: privacy === 'reveal' ? results : redact(results, exhibits, words),
    decisions: taken,
    profile,
    ...(failed && { failuresUnder: failuresUnder(about, dossier, { profile, given }) }),
  }
}

const layerOf = ({ kind, at, problem, withheld }: Exhibit): Layer => {
  const unseen = withheld ?? problem?.message
  return { kind, at, ...(unseen !== undefined && { unseen }) }
}
