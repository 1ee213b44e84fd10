/** The session of single messages, which belong to no flow. */
export const probeMessageSession = 'probe-message'
