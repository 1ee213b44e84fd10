import type { Reporter } from '../model/reporter.ts'

/** A format of the report beside `report.json`. */
export interface ReportFormat {
  /** Its file in the run folder. */
  readonly file: string
  readonly meaning: string
  /** It shows messages, and needs the record of them. */
  readonly needs?: 'record'
  /** Loads its reporter, only when it is used. */
  readonly load: () => Promise<Reporter>
}

/** Every format, by its name. To add one: a row here, a name in `schemas/config.schema.json`, and a file in this folder. */
export const reportFormats = {
  junit: {
    file: 'report.junit.xml',
    meaning: 'JUnit XML, for the test pages of CI servers',
    load: async () => (await import('./junit.ts')).junit,
  },
  markdown: {
    file: 'report.md',
    meaning: 'job summary for GitHub: the verdict, what to do next, what failed',
    load: async () => (await import('./markdown.ts')).markdown,
  },
  sarif: {
    file: 'report.sarif',
    meaning: 'SARIF 2.1.0, for code scanning',
    load: async () => (await import('./sarif.ts')).sarif,
  },
  ctrf: {
    file: 'report.ctrf.json',
    meaning: 'Common Test Report Format',
    load: async () => (await import('./ctrf.ts')).ctrf,
  },
  tap: { file: 'report.tap', meaning: 'TAP 14', load: async () => (await import('./tap.ts')).tap },
  earl: {
    file: 'report.earl.json',
    meaning: 'EARL 1.0 as JSON-LD',
    load: async () => (await import('./earl.ts')).earl,
  },
  har: {
    file: 'report.har',
    needs: 'record',
    meaning: 'HAR 1.2: the messages, without private values',
    load: async () => (await import('./har.ts')).har,
  },
  csv: {
    file: 'report.csv',
    meaning: 'table for a spreadsheet',
    load: async () => (await import('./csv.ts')).csv,
  },
  html: {
    file: 'report.html',
    meaning: 'one self-contained page, with a summary for decision makers and details for developers',
    load: async () => (await import('./html.ts')).html,
  },
} as const satisfies Readonly<Record<string, ReportFormat>>

export type FormatName = keyof typeof reportFormats

/** The names of all formats. */
export const formatNames = Object.keys(reportFormats) as readonly FormatName[] // the table has these keys and no others

/** Finds the file of a format. */
export const findFormatFile = (name: string): string => reportFormats[name as FormatName].file // settings name only those that exist
