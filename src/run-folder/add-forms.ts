import { findFormatFile } from '../../reporters/formats.ts'
import { readRun, renderForm } from './read-run.ts'
import type { RunFolder } from './run-folder.ts'

/** Writes the further forms of a finished run, and yields the names of their files. */
export async function* addForms(folder: RunFolder, formats: readonly string[]): AsyncGenerator<string> {
  if (formats.length === 0) return
  const stored = readRun(folder.path)
  for (const name of formats) {
    const file = findFormatFile(name)
    folder.add(file, await renderForm(name, stored))
    yield file
  }
}
