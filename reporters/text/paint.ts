/** How text is emphasized on a terminal. */
export type Style = 'bad' | 'good' | 'doubt' | 'strong' | 'quiet'

/** Colours a text. A file or a pipe gets `plainPaint`. */
export type Paint = (style: Style, text: string) => string

/** Leaves a text without colours. */
export const plainPaint: Paint = (_, text) => text
