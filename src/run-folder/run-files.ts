/** The files of a run, by their content. */
export const runFiles = {
  record: 'record.ndjson',
  private: 'record.private.ndjson',
  /** Lines of the private record that a resumed run did not continue: damaged ones, and sessions that were run again. */
  replaced: 'record.private.replaced.ndjson',
  /** What a test by a standard learns while it is under way, until it is complete. */
  tape: 'record.private.tape.ndjson',
  report: 'report.json',
} as const
export type RunFile = (typeof runFiles)[keyof typeof runFiles]

/** Only the user may read private records, whatever the umask is. */
export const chooseMode = (name: string): number | undefined => (name.startsWith('record.private.') ? 0o600 : undefined)
