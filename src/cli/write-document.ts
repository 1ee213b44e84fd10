import { writeJson } from '../../reporters/text/sanitize.ts'

/** A document for programs, with the version of its form: it changes where readers have to change. */
export const writeDocument = (document: object): string => writeJson({ schemaVersion: 1, ...document }, 2)
