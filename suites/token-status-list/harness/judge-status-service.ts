import { readWallClock } from '../../../src/runtime/clock.ts'
import { exitCodesByConclusion } from '../../../src/terminal/exit-codes.ts'
import type { JudgedCase, UnjudgedCase } from '../../../src/verify/cases.ts'
import { type VerifyOptions, verify } from '../../../src/verify/verify.ts'
import { callStatusService, listAnsweredLists } from './call-status-service.ts'

/** What a status service answers: each answer judged by itself, and the lists to which tokens may refer. */
export interface ServiceAnswers {
  readonly cases: readonly (JudgedCase | UnjudgedCase)[]
  readonly facts: Pick<VerifyOptions, 'statusList' | 'request'>
}

/** Judges what a status service answers. */
export async function judgeStatusService(url: string, options: VerifyOptions): Promise<ServiceAnswers> {
  const now = options.now ?? readWallClock()
  const answers = await callStatusService(url, now)
  const cases = answers.map(({ source, text, request }) => {
    const verdict = verify(text, { ...options, now, request, as: 'status-list-response' })
    return {
      source: `${source} (${url})`,
      verdict: { ...verdict, kind: 'status-list-response' as const },
      code: exitCodesByConclusion[verdict.conclusion],
    }
  })
  const { statusList = listAnsweredLists(answers), request = { url } } = options
  return { cases, facts: { statusList, request } }
}
