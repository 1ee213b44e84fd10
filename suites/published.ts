import type { StandardProfile } from '../model/decision.ts'
import type { JudgedCase, UnjudgedCase } from '../src/verify/cases.ts'
import type { VerifyOptions } from '../src/verify/verdict.ts'

/** What was found at a URL, judged, and what it says about the artefacts that it belongs to. */
export interface Published {
  readonly cases: readonly (JudgedCase | UnjudgedCase)[]
  readonly facts: Partial<VerifyOptions>
}

/** Judges what is published at a URL. `readTexts` reads the artefacts that it belongs to. */
type JudgePublished = (url: string, options: VerifyOptions, readTexts: () => readonly string[]) => Promise<Published>

/** The suites that say what is published: a status list, or what belongs to the credentials of an issuer. */
export const publishedSuites: { readonly [P in StandardProfile]?: JudgePublished } = {
  'token-status-list': async (url, options) =>
    (await import('./token-status-list/harness/judge-status-service.ts')).judgeStatusService(url, options),
  'sd-jwt-vc': async (url, options, readTexts) =>
    (await import('./sd-jwt-vc/harness/judge-vc-issuer.ts')).judgeVcIssuer(url, readTexts(), options),
}
