// Judges every message that a folder of texts prints: in the blocks of a specification, or in a file of its own. What a message is
// the page does not say: it is judged under each standard that recognises it, and is judged rightly if one of them accuses it of
// nothing that decides.

import { hash } from 'node:crypto'
import type { StandardProfile } from '../../model/decision.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { recogniseUnder, type Verdict, verify } from '../../src/verify/verify.ts'
import type { PublishedText } from './examples.ts'
import known from './known.json' with { type: 'json' }

const profiles: readonly StandardProfile[] = [
  ...(['openid4vci-1.0', 'openid4vp-1.0', 'token-status-list', 'sd-jwt-vc', 'mdoc'] as const),
]

/** Reasons why an example breaks a rule, by the digest of its text. */
const explained: Readonly<Record<string, string>> = known

/** The blocks of code of a page; a file of another kind is one. */
const listBlocks = ({ file, text }: PublishedText): readonly string[] =>
  file.endsWith('.md')
    ? [...text.matchAll(/^ *(```|~~~)[^\n]*\n([\s\S]*?)^ *\1/gm)].map(([, , block = '']) => block.trim())
    : /\.(json|txt)$/.test(file)
      ? [text.trim()]
      : []

/** Pages break long strings, which JSON does not allow. */
const joinLines = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (each) => each.replaceAll(/\n\s*/g, ''))

/** Dots that stand for something, and not for an array element that is disclosed selectively. */
const isAbridged = (text: string): boolean => /\.\.\.(?!"\s*:)|…/.test(text)

export interface MessageCounts {
  readonly messages: number
  /** Those of which the page shows a part. */
  readonly abridged: number
  /** Those that break a rule, for a reason that `known.json` has. */
  readonly explained: number
  readonly wrong: readonly string[]
}

/** Judges the messages of some texts, each once. */
export function judgeMessages(texts: readonly PublishedText[]): MessageCounts {
  const counts = { messages: 0, abridged: 0, explained: 0, wrong: [] as string[] }
  const blocks = texts.flatMap((each) => listBlocks(each).map((text) => ({ file: each.file, text })))
  for (const { file, text } of new Map(blocks.map((each) => [each.text, each])).values()) {
    const verdicts = profiles.flatMap((profile) => judge(joinLines(text), profile))
    if (verdicts.length === 0) continue
    counts.messages++
    if (verdicts.some(({ conclusion }) => conclusion !== 'nonconformant')) continue
    const digest = hash('sha256', text).slice(0, 16)
    if (isAbridged(text)) counts.abridged++
    else if (explained[digest] !== undefined) counts.explained++
    else counts.wrong.push(`${file}: ${digest}: ${verdicts.map(describe).join('; or ')}`)
  }
  return counts
}

function judge(text: string, profile: StandardProfile): readonly Verdict[] {
  const seen = attempt(() => recogniseUnder(text, { profile }))
  return 'value' in seen && seen.value !== undefined ? [verify(text, { profile })] : []
}

const describe = ({ profile, results }: Verdict): string =>
  `${profile}: ${results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ requirement: { id }, findings: [first] }) => `${id} ${first?.at} ${first?.actual}`)
    .join(', ')}`
