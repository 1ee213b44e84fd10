/** The version of `report.json` and of records that is written and read here. */
export const schemaVersion = 2

/** What to do about a file of another version. */
export function explainOtherVersion(found: unknown): string {
  if (found === 1) return 'has schemaVersion 1, which assay 0.1 wrote; run the test again, or read it with that version'
  if (typeof found === 'number' && found > schemaVersion)
    return `has schemaVersion ${found}, which a newer assay wrote; update assay to read it`
  return `has no schemaVersion that assay knows; expected ${schemaVersion}`
}
