/** A mistake of an actor in Python, with the settings under which it shows, and the requirements that name it. */
export type Mistake = readonly [plan: string, ...rows: string[]]
