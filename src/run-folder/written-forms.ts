import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { isObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { type WriteOctets, writeDurably } from '../files/durable.ts'
import { attemptWrite } from '../files/write.ts'

/** The file with the digest of every further form that was written to a folder. A form that was changed is not ours. */
export const formsFile = '.assay.forms.json'

/** Finds the further forms in a folder that Assay wrote and that are unchanged since. */
export function listOwnForms(folder: string): readonly string[] {
  const digests = readDigests(folder)
  return [...digests].flatMap(([name, digest]) => (digestForm(join(folder, name)) === digest ? [name] : []))
}

/** Refuses to overwrite a file that Assay did not write, or that was changed since. */
export function refuseForeignForms(folder: string, names: readonly string[]): void {
  const own = new Set(listOwnForms(folder))
  const foreign = names.find((name) => !own.has(name) && lstatSync(join(folder, name), { throwIfNoEntry: false }))
  if (foreign === undefined) return
  throw new HarnessError('ERR_OUTPUT', `${join(folder, foreign)} was not written by assay and is not overwritten`)
}

/** Removes the further forms that Assay wrote. */
export function removeOwnForms(folder: string): void {
  for (const name of [...listOwnForms(folder), formsFile]) {
    attemptWrite(`replace ${join(folder, name)}`, () => rmSync(join(folder, name), { force: true }))
  }
}

/** Writes a further form. Its digest is noted first: after a kill in between, the form is still recognised. */
export function writeForm(folder: string, name: string, text: string, write?: WriteOctets): void {
  const digests = readDigests(folder).set(name, createHash('sha256').update(text).digest('hex'))
  writeDurably(folder, formsFile, `${writeJson(Object.fromEntries(digests))}\n`, { write })
  writeDurably(folder, name, text, { write })
}

function readDigests(folder: string): Map<string, string> {
  const file = join(folder, formsFile)
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return new Map()
  const read = attempt(() => parseJsonObject(attemptWrite(`read ${file}`, () => readFileSync(file, 'utf8'))))
  const entries = 'value' in read && isObject(read.value) ? Object.entries(read.value) : []
  return new Map(
    entries.flatMap(([name, digest]) =>
      typeof digest === 'string' && /^report\.[\w.]+$/.test(name) ? [[name, digest]] : [],
    ),
  )
}

const digestForm = (file: string): string | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.isFile() === true
    ? attemptWrite(`read ${file}`, () => createHash('sha256').update(readFileSync(file)).digest('hex'))
    : undefined
