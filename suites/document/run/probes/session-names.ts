/** The session of single messages, which belong to no flow. */
export const probeMessageSession = 'probe-message'

/** The session of the single messages of one probe. */
export const nameMessageSession = (probe: string | undefined): string =>
  probe === undefined ? probeMessageSession : `${probe}-message`

/** Whether a session has single messages, which belong to no flow. */
export const isProbeMessage = (session: string): boolean => /^probe-(?:[\w-]+-)?message$/.test(session)

/** A session that is opened for several requests. */
export const nameSharedSession = (probe: string, number: number): string =>
  number === 1 ? `${probe}-open` : `${probe}-open-${number}`
