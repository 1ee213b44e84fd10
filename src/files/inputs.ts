import { isUtf8 } from 'node:buffer'
import { closeSync, type Dirent, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { createRefusal, HarnessError, type Refuse } from '../../model/errors.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { readAtMost } from '../terminal/read-at-most.ts'

/** One text to judge, and where it was found. */
export interface InputText {
  readonly source: string
  readonly text: string
  /** It was found in a folder, among files that may be anything. */
  readonly found?: true
}

/** A file of a folder that holds no text, or what was left out of one. */
export interface SkippedFile {
  readonly source: string
  readonly skipped: string
}

/** Lines of a file, each a text of its own, that are judged one by one. */
export const mostLines = 10_000

const refuse: Refuse = createRefusal('ERR_INPUT')

/** The texts in a file, or in every file below a folder. */
export function* readPath(path: string): Generator<InputText | SkippedFile> {
  if (!readOrExplain(path, () => statSync(path)).isDirectory()) return yield* readFile(path)
  const files = [...listFiles(path, 0)]
  if (files.length === 0) refuse(`there is no file in ${path}`)
  for (const file of files) {
    try {
      for (const input of readFile(file)) yield 'text' in input ? { ...input, found: true } : input
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error
      yield { source: file, skipped: error.message }
    }
  }
}

/** The one text in a file, without blanks around it. */
export function readFirstText(path: string): string {
  const [input] = readFile(path)
  return input && 'text' in input ? input.text.trim() : refuse(`${path} is empty`)
}

/** Files and levels of a folder that are looked at. */
const most = { files: 10_000, levels: 16 }

function* listFiles(folder: string, level: number): Generator<string> {
  if (level > most.levels) refuse(`${folder} is more than ${most.levels} folders deep`)
  let count = 0
  for (const entry of listEntries(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(path, level + 1)
    else if (entry.isFile()) {
      if (++count > most.files) refuse(`${folder} has more than ${most.files} files`)
      yield path
    }
  }
}

const listEntries = (folder: string): readonly Dirent[] =>
  readOrExplain(folder, () => readdirSync(folder, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))

function* readFile(path: string): Generator<InputText | SkippedFile> {
  const stats = readOrExplain(path, () => statSync(path))
  const { size } = stats
  if (size === 0 && stats.isFile()) refuse(`${path} is empty`)
  if (/\.(ndjson|jsonl)$/.test(path)) return yield* numberLines(path, readLines(path))
  if (size > limits.text * 4)
    refuse(`${path} has ${toMegabytes(size)} MB, and ${toMegabytes(limits.text)} MB is the limit`)
  yield* readOctets(path, readBounded(path, limits.text * 4))
}

const toMegabytes = (octets: number): number => Math.ceil(octets / 1e6)

/**
 * Whether octets are CBOR with a tag of COSE or CWT, or a response of HTTP with a binary body. These are judged as
 * hexadecimal digits.
 */
function isBinaryArtefact(octets: Buffer): boolean {
  const isTagged = octets[0] === 0xd1 || octets[0] === 0xd2 || (octets[0] === 0xd8 && octets[1] === 0x3d)
  const isResponse = octets.subarray(0, 5).toString('latin1') === 'HTTP/'
  return (isTagged || isResponse) && !isUtf8(octets)
}

/** The texts in octets: one, or one in each line. */
export function* readOctets(source: string, octets: Buffer): Generator<InputText | SkippedFile> {
  if (octets.length === 0) refuse(`${source} is empty`)
  if (isBinaryArtefact(octets)) return yield { source, text: octets.toString('hex') }
  if (octets.includes(0)) refuse(`${source} is binary, not text`)
  const text = decode(source, octets).replace(/\r?\n$/, '')
  if (text.trim() === '') refuse(`${source} is blank`)
  if (hasOneTextPerLine(text)) yield* numberLines(source, listLines(text))
  else if (text.length > limits.text) refuse(`${source} has more than ${limits.text} characters`)
  else yield { source, text }
}

/** A byte order mark is kept: it is the artefact's, and a finding. */
function decode(source: string, octets: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)
  } catch {
    return refuse(`${source} is binary, not UTF-8 text`)
  }
}

/** Whether each of the first lines stands for itself: a JSON object that is complete, or a text without blanks. */
function hasOneTextPerLine(text: string): boolean {
  const lines = text.split(/\r?\n/, 3).filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every((line) => /^\{.*\}\s*$/.test(line) || /^[\w-]+\.[\w-]+\.[^\s]*$/.test(line))
}

/** The lines of a text, one after the other: it may have millions. */
function* listLines(text: string): Generator<string> {
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
  }
  yield text.slice(start)
}

function* numberLines(source: string, lines: Iterable<string>): Generator<InputText | SkippedFile> {
  let number = 0
  for (const line of lines) {
    if (number === mostLines) {
      const skipped = `${source} has more than ${mostLines} lines: the others are not judged here; \`assay audit\` judges any number`
      return yield { source, skipped }
    }
    number++
    if (line.trim() !== '') yield { source: `${source}:${number}`, text: line }
  }
}

/** The lines of a file of any length; no more than one of them and a mebibyte is held at a time. */
function* readLines(path: string): Generator<string> {
  const file = readOrExplain(path, () => openSync(path, 'r'))
  const decoder = new StringDecoder('utf8')
  const octets = Buffer.alloc(1 << 20)
  let rest = ''
  try {
    for (let read = readSync(file, octets); read > 0; read = readSync(file, octets)) {
      const lines = (rest + decoder.write(octets.subarray(0, read))).split(/\r?\n/)
      rest = lines.pop() ?? ''
      if (rest.length > limits.text) refuse(`a line of ${path} has more than ${limits.text} characters`)
      yield* lines
    }
    yield rest + decoder.end()
  } finally {
    closeSync(file)
  }
}

/** Whether a path leads to a folder. */
export const isDirectory = (path: string): boolean =>
  readOrExplain(path, () => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true

/** Whether a path leads to something. */
export const isPresent = (path: string): boolean => readOrExplain(path, () => existsSync(path))

/** Octets of a file that is read at once. */
const largest = 256_000_000

/** Reads a file that others may have written, unless it is too large to be one of ours. A device or a pipe may have no end. */
export const readBounded = (path: string, most = largest): Buffer =>
  readOrExplain(path, () => readAtMost(path, most)) ?? refuse(`${path} has more than ${most} octets`)

/** Reads a file. An error of the system is reported by its code. */
export function readOrExplain<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof HarnessError) throw error
    const { code = '' } = error as NodeJS.ErrnoException // what `node:fs` throws
    const reason = reasons[code] ?? code
    throw new HarnessError('ERR_INPUT', `cannot read ${path}: ${reason}`, { cause: error })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it is not allowed',
  ERR_ACCESS_DENIED: 'it is not allowed',
  EISDIR: 'it is a folder',
  EAGAIN: 'nothing came',
  ENAMETOOLONG: 'no file has such a long name',
}
