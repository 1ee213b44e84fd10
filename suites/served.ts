import { serveActors } from './document/serve/serve-actors.ts'

/** Serves the reference actors of the suite of `assay run`, and every wallet that takes commands. */
export const servedSuite = { serve: serveActors } as const
