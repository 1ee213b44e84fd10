import { drawParties } from './document/reference/drawn-parties.ts'
import { placeholderAddresses, syntheticAccounts } from './document/reference/usual-parties.ts'

/** The parties that Assay plays in `assay run` where nothing is configured, and those that it draws so that no target knows them. */
export const usualParties = { addresses: placeholderAddresses, accounts: syntheticAccounts, draw: drawParties } as const
