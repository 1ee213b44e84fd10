/** Seconds that a person has for one step, where nobody says otherwise. */
export const patience = 300
