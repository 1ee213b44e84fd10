import { readFileSync } from 'node:fs'
import type { StandardProfile } from '../model/decision.ts'
import type { Force } from '../model/requirement.ts'
import type { Role } from '../model/role.ts'
import haip from '../suites/haip/sentences.json' with { type: 'json' }
import issuance from '../suites/openid4vci/sentences.json' with { type: 'json' }
import presentation from '../suites/openid4vp/sentences.json' with { type: 'json' }
import sdJwt from '../suites/sd-jwt/sentences.json' with { type: 'json' }
import sdJwtVc from '../suites/sd-jwt-vc/sentences.json' with { type: 'json' }
import statusList from '../suites/token-status-list/sentences.json' with { type: 'json' }
import { differences } from './document-map.ts'
import { normativeSentencesOf } from './normative-sentences.ts'

/** Why no row judges a sentence, or can. */
export const reasons = {
  words: 'It says how words are to be read.',
  inside: 'It is about what happens inside of an implementation, and no message shows it.',
  user: 'It is about what a user sees, is asked or decides.',
  policy: 'It leaves a decision to an implementation, which may decide either way in good faith.',
  people: 'It is addressed to organisations: what they agree on, publish or keep.',
  design: 'It is addressed to those who define types, profiles, ecosystems or other specifications.',
  platform: 'It binds a browser or an operating system.',
  tls: 'It is about versions and cipher suites of TLS, for which other tools exist.',
  registry: 'It is about an entry in a registry, or about those who keep it.',
  'left-out': 'It is about a format or a flow that Assay leaves out.',
} as const satisfies Readonly<Record<string, string>>
export type Reason = keyof typeof reasons

/** One sentence of a standard that obliges or recommends: its rows, what is missing, or the reason why it has none. */
export interface StandardSentence {
  readonly section: string
  /** Its number among such sentences of the section. */
  readonly sentence: number
  readonly hash: string
  readonly force: Extract<Force, 'must' | 'should'>
  /** It counts for each of them. */
  readonly binds: readonly Role[]
  readonly rows?: readonly string[]
  /** What the rows do not judge, though it can be seen: for all that it binds, or by role. */
  readonly partly?: string | Partial<Record<Role, string>>
  /** What the rows do not judge because it cannot be seen, and why. The sentence counts as judged. */
  readonly unseen?: string
  /** What could be judged, where no row judges anything. */
  readonly gap?: string
  readonly reason?: Reason
  /** What the reason means here. */
  readonly text?: string
}

/** A sentence as it binds one role. */
export interface BindingSentence extends Omit<StandardSentence, 'binds' | 'partly'> {
  readonly binds: Role
  readonly partly?: string
}

/** A sentence once for each role that it binds. */
export const byRole = ({ partly, ...one }: StandardSentence): BindingSentence[] =>
  one.binds.map((binds) => {
    const missing = typeof partly === 'string' ? partly : partly?.[binds]
    return { ...one, binds, ...(missing !== undefined && { partly: missing }) }
  })

/** The text of a standard that its rows cite. */
export interface StandardText {
  readonly title: string
  /** How the source of a row names it. */
  readonly cited: RegExp
  readonly sentences: readonly StandardSentence[]
}

export type MappedStandard = Exclude<StandardProfile, 'mdoc'>

const read = (map: readonly object[]): readonly StandardSentence[] => map as readonly StandardSentence[]

/** The standards with a map of their sentences; the version that is cited is in `suite.ts` of each. */
export const texts: Readonly<Record<MappedStandard, StandardText>> = {
  'openid4vp-1.0': {
    title: 'OpenID4VP 1.0',
    cited: /^OpenID4VP 1\.0, section/,
    sentences: read(presentation),
  },
  'openid4vci-1.0': {
    title: 'OpenID4VCI 1.0',
    cited: /^OpenID4VCI 1\.0, section/,
    sentences: read(issuance),
  },
  'haip-1.0': {
    title: 'HAIP 1.0',
    cited: /^HAIP 1\.0, section/,
    sentences: read(haip),
  },
  'sd-jwt': {
    title: 'RFC 9901',
    cited: /^RFC 9901, section/,
    sentences: read(sdJwt),
  },
  'sd-jwt-vc': {
    title: 'SD-JWT VC',
    cited: /^SD-JWT VC draft 19, section/,
    sentences: read(sdJwtVc),
  },
  'token-status-list': {
    title: 'Token Status List',
    cited: /^draft-ietf-oauth-status-list-20, section/,
    sentences: read(statusList),
  },
}

export const mappedStandards = Object.keys(texts) as readonly MappedStandard[]

/** How a text in Markdown differs from the map of its standard, one line each. */
export function differencesFrom(standard: MappedStandard, markdown: string): string[] {
  const entries = texts[standard].sentences.map(({ section, sentence, hash }) => ({ section, sentence, hash }))
  return [...differences(normativeSentencesOf(markdown), entries)]
}

const SECTION = /(?<![\d.])(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|[A-Z](?=,| |$))/g
const AFTER = /^.*?sections?\s/

/** The sections of a mapped standard that the source of a row cites, by standard. */
export function citedSections(source: string): ReadonlyMap<MappedStandard, readonly string[]> {
  const parts = source.split('; ').flatMap((part) => {
    const standard = mappedStandards.find((each) => texts[each].cited.test(part))
    const numbers = part.replace(AFTER, '').replace(/, (?:step|item) .*$|, beside .*$/, '')
    return standard === undefined ? [] : [[standard, numbers.match(SECTION) ?? []] as const]
  })
  return new Map(parts)
}

function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error('usage: standards-map.ts FOLDER')
    return 2
  }
  const lines = mappedStandards.flatMap((standard) =>
    differencesFrom(standard, readFileSync(`${folder}/${standard}.md`, 'utf8')).map((line) => `${standard} ${line}`),
  )
  for (const line of lines) console.log(line)
  return lines.length > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = main(process.argv[2])
