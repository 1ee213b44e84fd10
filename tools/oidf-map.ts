import map from './maps/oidf.json' with { type: 'json' }
import { reasons } from './standards-map.ts'

/** Why there is nothing here that a module or a condition of the suite tests. */
export const oidfReasons = {
  ...reasons,
  legal: 'It looks at what the standard allows, and mostly gives a warning.',
} as const
export type OidfReason = keyof typeof oidfReasons

interface Answer {
  /** The plan of the suite in which it is, by what is tested. */
  readonly plan: string
  readonly rows?: readonly string[]
  readonly partly?: string
  readonly gap?: string
  readonly reason?: OidfReason
  readonly text?: string
}

/** A module of the suite: `negative` if it sends what must be refused, or waits for what must not happen. */
export interface OidfModule extends Answer {
  readonly module: string
  readonly kind: 'usual' | 'negative'
  readonly tries: string
}

/** A condition in a module of the suite. */
export interface OidfCondition extends Answer {
  readonly condition: string
}

/** The modules of the conformance suite of the OpenID Foundation, and the conditions in them, beside what is here. */
export const oidfMap = map as {
  readonly version: string
  readonly modules: readonly OidfModule[]
  readonly conditions: readonly OidfCondition[]
}

/** What is here in place of a module or a condition. */
export function describeAnswer({ rows = [], partly, gap, reason, text }: Answer): string {
  const ids = rows.map((id) => `\`${id}\``).join(', ')
  const why = [reason && oidfReasons[reason], text].filter(Boolean).join(' ')
  return [ids, partly && `in part: ${partly}`, gap && `gap: ${gap}`, why].filter(Boolean).join('; ')
}
