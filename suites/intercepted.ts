import { createReference } from './document/serve/msw.ts'

export type {
  CredentialStatus,
  ReadyOffer,
  ReceivedMessage,
  Reference,
  ReferenceOptions,
} from './document/serve/msw.ts'

/** The reference actors of the suite of `assay run` behind the `fetch` of the code under test. */
export const interceptedSuite = { createReference } as const
