import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PrivateLine, RecordHead, RecordLine } from '../../model/record.ts'
import { schemaVersion } from '../../model/schema-version.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { type AppendedFile, type FileDraft, openAppended, type WriteOctets, writeDraft } from '../files/durable.ts'
import { attemptWrite } from '../files/write.ts'
import { toPrivateLine } from '../privacy/redact-message.ts'
import { refuseForeignFiles, removeFiles } from './earlier-files.ts'
import { chooseMode, type RunFile, runFiles } from './run-files.ts'
import type { RunFolderOptions } from './run-folder-options.ts'
import { removeOwnForms } from './written-forms.ts'

/** The record of a run and its private record, open for writing. */
export interface RecordFiles {
  /** Appends a message to both, or to neither. */
  readonly append: (line: RecordLine, createPrivateLine: () => PrivateLine<string>) => void
  readonly sync: () => void
  /** Removes the private record. */
  readonly forget: () => void
  readonly close: () => void
}

/**
 * Replaces the records of an earlier run. Both new ones are complete on the disk, with everything that is continued,
 * before anything of the earlier run is touched: whenever the process ends, a record is there.
 */
export function replaceRecords(folder: string, options: RunFolderOptions): RecordFiles {
  const { forms = [], keepsTape, privately, continued, write } = options
  refuseForeignFiles(folder, forms)
  if (continued) keepReplacedLines(folder, continued.replaced, write)
  const drafts = draftRecords(folder, options)
  // A report says which sessions are complete: it must not outlive the messages of these sessions.
  if (!continued) removeFiles(folder, [runFiles.report, runFiles.replaced])
  if (privately === 'forgotten') removeFiles(folder, [runFiles.private])
  if (!keepsTape) removeFiles(folder, [runFiles.tape])
  for (const { commit } of drafts) commit()
  if (continued) removeFiles(folder, [runFiles.report])
  removeOwnForms(folder)
  return openRecords(folder, privately, write)
}

/** Writes both records beside the earlier ones. The private one has more, so that it is put in its place first. */
function draftRecords(folder: string, options: RunFolderOptions): readonly FileDraft[] {
  const { head, privateHead = {}, lineOf, privately, continued, write } = options
  const messages = continued?.messages ?? []
  const drafts: FileDraft[] = []
  const add = (name: RunFile, first: string, lines: readonly object[]): void => {
    const text = [first, ...lines.map((line) => writeJson(line)), ''].join('\n')
    drafts.push(writeDraft(folder, name, text, { mode: chooseMode(name), write }))
  }
  try {
    if (privately === 'kept') {
      const lines = messages.map(({ message }) => toPrivateLine(message))
      add(runFiles.private, formatHead({ ...head, ...privateHead, redacted: false }), lines)
    }
    add(runFiles.record, formatHead({ ...head, redacted: true }), messages.map(lineOf))
    return drafts
  } catch (error) {
    for (const { discard } of drafts) discard()
    throw error
  }
}

function openRecords(folder: string, privately: 'kept' | 'forgotten', write: WriteOctets | undefined): RecordFiles {
  const open = (name: RunFile): AppendedFile => openAppended(join(folder, name), { write })
  const record = open(runFiles.record)
  let whole = privately === 'kept' ? open(runFiles.private) : undefined
  return {
    append: (line, createPrivateLine) =>
      appendAll(whole ? [[whole, createPrivateLine()] as const, [record, line] as const] : [[record, line]]),
    sync: () => {
      record.sync()
      whole?.sync()
    },
    forget: () => {
      if (whole === undefined) return
      whole.close()
      whole = undefined
      removeFiles(folder, [runFiles.private, runFiles.replaced])
    },
    close: () => {
      record.close()
      whole?.close()
    },
  }
}

/** Appends a line to each file. If one fails, all are as they were before. */
function appendAll(lines: readonly (readonly [AppendedFile, object])[]): void {
  const sizes = lines.map(([file]) => file.size())
  try {
    for (const [file, line] of lines) file.append(writeJson(line))
  } catch (error) {
    for (const [i, [file]] of lines.entries()) file.cut(sizes[i] ?? 0)
    throw error
  }
}

/** The first line of a record. It begins with what identifies the file. */
function formatHead({ redacted, tool, ...head }: Omit<RecordHead, 'schemaVersion'>): string {
  const first: RecordHead = { schemaVersion, redacted, tool: { name: tool.name, version: tool.version }, ...head }
  return writeJson(first)
}

/** Adds lines of the private record to those that earlier resumed runs did not continue. */
function keepReplacedLines(folder: string, lines: readonly string[], write: WriteOctets | undefined): void {
  if (lines.length === 0) return
  const name = runFiles.replaced
  const source = join(folder, existsSync(join(folder, name)) ? name : runFiles.private)
  const text = attemptWrite(`read ${source}`, () => readFileSync(source, 'utf8'))
  const earlier = source.endsWith(name) ? text : `${text.split('\n', 1)[0]}\n`
  const draft = writeDraft(folder, name, `${earlier}${lines.join('\n')}\n`, { mode: chooseMode(name), write })
  draft.commit()
}
