import type { Trick } from '../src/model/probe.ts'

/** Every trick of every section. */
export const tricks: readonly Trick[] = []
