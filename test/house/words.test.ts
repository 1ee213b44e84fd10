import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countLines, readSource } from './sources.ts'

/** Retired words, as patterns over lower-case words, each with what to say instead. See GLOSSARY.md. */
const retired: Readonly<Record<string, string>> = {
  'lies?|lied|lying|liars?': 'fault, or invalid message',
  'deeds?': 'title (of a fault), or reply (of a driver)',
  'twins?': 'control',
  'story|stories|tricks?|tricked': 'stateful probe',
  'strangers?': 'another client, or an unknown session',
  'honest|honestly|honesty': 'valid, reference, conforming',
  'casts?|casting|company|crew|troupe': 'reference actors',
  'scenes?|episodes?|stages?|staged|staging': 'session, or environment',
  'hops?': 'message',
  'exhibits?|evidence': 'artefact',
  'articles?|dockets?|dossiers?|asides?': 'requirement, report, finding',
  'bends?|bending|bent|deviations?|deviates?': 'fault, or mutation',
  'surprises?|surprised|surprising': 'variant',
  'negligence|negligent|neglects?|neglected': 'disabled validation',
  'errands?': 'command',
  'switchboards?|lanes?': 'message bus, route',
  'told|telling': 'given, reported, distinguished; open (of redaction)',
  anew: 'again',
  'mends?|mended|mending': 'fixed',
  'put by': 'kept',
  '(hangs?|hung) on': 'depends on',
  'silences?': 'undefined point; no response',
  'in the way of': 'before … can',
  'chances?': 'random, randomness, probability',
  'vouch|vouches|vouched|vouching': 'signed, certified',
  'presets?': 'profile',
  'but for': 'except, apart from',
  'rehearse|rehearses|rehearsed|rehearsals?': 'dry run',
  'stands?|stood': 'is, is written',
  heard: 'received',
  'nobody|somebody|everybody|anybody': 'no client, a program, every actor',
  'whoever|whomever': 'the actor that',
}

/** Words that are plain in a sentence, and say nothing as the name of a value or as a part of one. */
const retiredInNames: Readonly<Record<string, string>> = {
  asked: 'request',
  'replied|said': 'response, content',
  'tells?': 'report, describe',
  'who|whom|whose': 'role, actor, target',
}

/** Uses of retired words that mean something else. */
const exceptions: readonly { readonly text: RegExp; readonly why: string }[] = [
  { text: /-of-nobody\b/g, why: 'a synthetic session token, which vectors contain' },
  { text: /\bstands? (for|in for)\b/g, why: 'an abbreviation stands for its long form, a placeholder for a value' },
  { text: /\bstage: test/g, why: 'a keyword of GitLab' },
  { text: /\bcant tell\b/g, why: 'an outcome of EARL' },
  { text: /`strangers`/g, why: 'a folder: implementations by others' },
  { text: /`test\/[\w/-]+\.test\.ts`/g, why: 'the path of a test' },
  { text: /\bstranger( seal)?: jwk\b/g, why: 'names of keys in the fixtures, which are published' },
]

const kinds = /\.(ts|md|json|yml|yaml)$/

/** Past decisions and changes keep the words of their day; generated files have those of their sources. */
const isExempt = (file: string): boolean =>
  /^docs\/(adr|api)\/|^docs\/requirements\.|\.generated\.ts$|^schemas\/types\.ts$|^suites\/document\/(all\/|sentences\.json)/.test(
    file,
  ) || !kinds.test(file)

const listFiles = (path: string): readonly string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile())
    : [path]

const files = [
  ...['src', 'suites', 'reporters', 'model', 'protocol', 'schemas', 'examples', 'ci'],
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'harness.config.ts', 'docs'],
]
  .flatMap(listFiles)
  .filter((file) => !isExempt(file))

const splitWords = (text: string): string =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** The lines of a text, each with the first words of the next, so that a phrase may be broken. */
const joinBrokenPhrases = (text: string): readonly string[] => {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(\*|\/\/|\/\*\*)?\s*/, ''))
  return lines.map((line, i) => `${line}\n${(lines[i + 1] ?? '').split(' ').slice(0, 3).join(' ')}`)
}

const wholeWord = (words: Readonly<Record<string, string>>): RegExp =>
  new RegExp(`\\b(?:${Object.keys(words).join('|')})\\b`, 'g')

const everywhere = wholeWord(retired)
const inNames = wholeWord(retiredInNames)

const removeExceptions = (text: string): string =>
  exceptions.reduce((rest, exception) => rest.replaceAll(exception.text, ''), text)

function findInText(file: string, text: string): readonly string[] {
  return joinBrokenPhrases(text).flatMap((line, i) => {
    const plain = removeExceptions(splitWords(line))
    const length = plain.indexOf('\n')
    return [...plain.matchAll(everywhere)]
      .filter(({ index }) => index < length)
      .map(([word]) => `${file}:${i + 1}: ${word}`)
  })
}

function findInNames(file: string): readonly string[] {
  if (!file.endsWith('.ts')) return []
  const { text, nodes } = readSource(file)
  return nodes
    .filter(({ type }) => type === 'Identifier')
    .flatMap(({ name, start }) =>
      [...removeExceptions(splitWords(String(name))).matchAll(inNames)].map(
        ([word]) => `${file}:${countLines(text, start)}: ${word} in ${name}`,
      ),
    )
}

const uses = files.flatMap((file) => [...findInText(file, readFileSync(file, 'utf8')), ...findInNames(file)])

describe('retired words', () => {
  it('are in no file', () => {
    expect(uses).toEqual([])
  })

  it.each(exceptions.map((each) => [each.why, each] as const))(
    'have an exception that is needed: %s',
    (_, { text }) => {
      expect(files.some((file) => splitWords(readFileSync(file, 'utf8')).match(text))).toBe(true)
    },
  )
})
