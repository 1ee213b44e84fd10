/** Rows that no actor in Python can break, by the reason. */
export const reasons: readonly (readonly [why: string, rows: RegExp])[] = []

export const findReason = (id: string): string | undefined => reasons.find(([, rows]) => rows.test(id))?.[0]
