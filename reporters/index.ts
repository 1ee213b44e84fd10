import type { Reporter } from '../src/model/run-report.ts'

/** A form of the report beside `report.json`. */
export interface Form {
  /** Its file in the folder of a run. */
  readonly file: string
  readonly meaning: string
  /** It has nothing to say without the messages. */
  readonly needs?: 'record'
  /** Its reporter, which is loaded only where somebody asks for it. */
  readonly load: () => Promise<Reporter>
}

/** Every form, by its name. A further one is a line here, a name in `schemas/config.schema.json`, and a file beside this. */
export const forms = {
  junit: {
    file: 'report.junit.xml',
    meaning: 'JUnit XML, for the test pages of CI servers',
    load: async () => (await import('./junit.ts')).junit,
  },
  markdown: {
    file: 'report.md',
    meaning: 'a job summary for GitHub: the verdict, what to do first, what failed',
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
    meaning: 'HAR 1.2: the messages, without what is private in them',
    load: async () => (await import('./har.ts')).har,
  },
  csv: {
    file: 'report.csv',
    meaning: 'a table for a spreadsheet',
    load: async () => (await import('./csv.ts')).csv,
  },
  html: {
    file: 'report.html',
    meaning: 'one page that needs nothing beside itself: for a meeting, and for whoever mends',
    load: async () => (await import('./html.ts')).html,
  },
} as const satisfies Readonly<Record<string, Form>>

export type FormName = keyof typeof forms

/** The files of all forms. */
export const formFiles: readonly string[] = Object.values(forms).map(({ file }) => file)

/** The names of all forms. */
export const formNames = Object.keys(forms) as readonly FormName[] // the table has these keys and no others

/** The file of a form. */
export const fileOf = (name: string): string => forms[name as FormName].file // settings name only those that there are
