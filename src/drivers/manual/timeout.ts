/** Seconds that a person has for one step, where nobody says otherwise. */
export const defaultTimeout = 300
