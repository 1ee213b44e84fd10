/** Seconds that a person has for one step by default. */
export const defaultTimeout = 300
