import { createHmac } from 'node:crypto'

/** Makes the mark of a text that is not shown: the same text has the same mark. A short text has none. */
export type MarkText = (text: string) => string | undefined

/**
 * A shorter text is often one of few, such as `male` and `female`: where one of them becomes known, marks would show the
 * others as well.
 */
const least = 8

/** Creates marks that cannot be computed without the key. */
export const createMarker =
  (key: Uint8Array): MarkText =>
  (text) =>
    text.length < least ? undefined : createHmac('sha256', key).update(text).digest('hex').slice(0, 8)
