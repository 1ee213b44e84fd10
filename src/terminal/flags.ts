/** One flag: its value, if it takes one, and what it is for. */
export interface Flag {
  /** A placeholder for the value, such as FILE. A flag without one is a switch. */
  readonly value?: string
  readonly repeatable?: true
  readonly meaning: string
}

/** Flags by their names, without the dashes. */
export type Flags = Readonly<Record<string, Flag>>
