import { readWallClock } from '../runtime/clock.ts'
import { exitCodesByConclusion } from '../terminal/exit-codes.ts'
import type { JudgedCase, UnjudgedCase } from '../verify/cases.ts'
import { type VerifyOptions, verify } from '../verify/verify.ts'
import { callStatusService } from './call-status-service.ts'

/** Judges what a status service answers. */
export async function judgeStatusService(
  url: string,
  options: VerifyOptions,
): Promise<readonly (JudgedCase | UnjudgedCase)[]> {
  const now = options.now ?? readWallClock()
  const answers = await callStatusService(url, now)
  return answers.map(({ source, text, request }) => {
    const verdict = verify(text, { ...options, now, request, as: 'status-list-response' })
    return {
      source: `${source} (${url})`,
      verdict: { ...verdict, kind: 'status-list-response' as const },
      code: exitCodesByConclusion[verdict.conclusion],
    }
  })
}
