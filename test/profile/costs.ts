/** Processor time, in milliseconds: of a process with its threads, and of the child processes that have ended. */
export interface Cost {
  readonly own: number
  readonly children: number
}

/** What one child process cost. */
export interface ProcessCost {
  readonly name: string
  readonly cost: number
}

export const nothing: Cost = { own: 0, children: 0 }

export const subtractCosts = (later: Cost, earlier: Cost): Cost => ({
  own: later.own - earlier.own,
  children: later.children - earlier.children,
})

export const sumCost = ({ own, children }: Cost): number => own + children
