import { readFileSync } from 'node:fs'
import type { Baseline, KnownFailure } from '../../model/baseline.ts'
import { createRefusal, HarnessError, type Refuse } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { readOrExplain } from '../files/inputs.ts'
import { writeText } from '../files/write.ts'
import { applyBaseline } from '../judge/baseline.ts'
import { getToday } from '../runtime/clock.ts'

/** Reads the known failures. Each must have a reason: without one, it is never clear when the entry may be removed. */
export function readBaseline(file: string, need: 'is required' | 'may be absent'): Baseline {
  const text = readOrExplain(file, () => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (isAbsent && need === 'may be absent') return '{"schemaVersion":1,"known":[]}'
      throw error
    }
  })
  const value = parseFile(text, file)
  if (!isObject(value) || value.schemaVersion !== 1 || !Array.isArray(value.known)) {
    return refuse(`${file} is not a baseline`)
  }
  const { waiting = [] } = value
  if (!Array.isArray(waiting) || !waiting.every((id) => typeof id === 'string')) {
    return refuse(`${file}: \`waiting\` is not a list of requirement ids`)
  }
  return { schemaVersion: 1, known: value.known.map((entry, i) => readEntry(entry, `${file}, known[${i}]`)), waiting }
}

/** The same report with the known failures of today. */
export const applyKnownFailures = (report: RunReport, baseline: Baseline | undefined): RunReport =>
  baseline ? applyBaseline(report, baseline, getToday()) : report

/** Applies the known failures of a file to a report. */
export const applyBaselineFile = (report: RunReport, file: string): RunReport =>
  applyKnownFailures(report, readBaseline(file, 'is required'))

/** Writes the known failures. */
export function writeBaseline(file: string, baseline: Baseline): void {
  writeText(file, `${writeJson(baseline, 2)}\n`)
}

/** Whether a text is a day, YYYY-MM-DD. */
export const isDay = (text: JsonValue | undefined): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

function readEntry(entry: JsonValue, at: string): KnownFailure {
  if (!isObject(entry)) return refuse(`${at} is not an object`)
  const { id, fingerprint, reason, owner, expires } = entry
  if (typeof id !== 'string') return refuse(`${at}: \`id\` is missing`)
  if (typeof fingerprint !== 'string') return refuse(`${at}: \`fingerprint\` is missing`)
  if (typeof reason !== 'string' || reason.trim() === '') return refuse(`${at}: \`reason\` is missing`)
  if (expires !== undefined && !isDay(expires)) return refuse(`${at}: \`expires\` is not of the form YYYY-MM-DD`)
  return {
    id,
    fingerprint,
    reason,
    ...(typeof owner === 'string' && { owner }),
    ...(isDay(expires) && { expires }),
  }
}

function parseFile(text: string, file: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue // every result of JSON.parse is a JSON value
  } catch (cause) {
    throw new HarnessError('ERR_INPUT', `${file} is not valid JSON`, { cause })
  }
}

const refuse: Refuse = createRefusal('ERR_INPUT')
