import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { findCauses } from '../../reporters/causes.ts'
import { html } from '../../reporters/html.ts'
import { junit } from '../../reporters/junit.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { conformant, failed, nonconformant, passed, unavailable } from './small-report.ts'

const open = { ...passed, outcome: 'cantTell', reason: 'nothing was seen' } as const

const stop = (session: string, reason: string, settings: readonly string[] = []): RunReport['sessions'][number] => ({
  ...{ session, purpose: 'a valid exchange', ended: 'stopped', reason, settings, messages: 3 },
})

describe('the causes of a run', () => {
  it('are none where everything was judged', () => {
    expect(findCauses(conformant)).toEqual([])
  })

  it('begin with the sessions that ended early, each end once, and what waits is behind the first', () => {
    const sessions = [
      stop('first', 'validate was answered with status 401; the reason given: no', ['accounts[0].sessionToken']),
      stop('second', 'validate was answered with status 401; the reason given: never', ['accounts[1].sessionToken']),
      stop('last', 'nonce was answered with status 429', ['targets.issuer.rate']),
    ]
    const results = [failed, { ...open, id: 'A' }, { ...open, id: 'B', reason: 'fewer than two were seen' }]

    expect(findCauses({ sessions, results })).toEqual([
      {
        text: 'validate was answered with status 401; the reason given: no',
        sessions: ['first', 'second'],
        settings: ['accounts[0].sessionToken', 'accounts[1].sessionToken'],
        waiting: ['A', 'B'],
      },
      {
        text: 'nonce was answered with status 429',
        sessions: ['last'],
        settings: ['targets.issuer.rate'],
        waiting: [],
      },
    ])
  })

  it('leave out what depends on an answer, and what was judged before the last session', () => {
    const answer = { ...open, id: 'A', passesUnder: ['sd.digest = rfc9901'] }
    const late = findCauses({ sessions: [stop('last', 'no')], results: [{ ...open, id: 'B' }] })

    expect(findCauses({ sessions: [stop('first', 'no')], results: [answer] })[0]?.waiting).toEqual([])
    expect(late.map(({ waiting }) => waiting)).toEqual([[], ['B']])
  })

  it('are failures, where the reason repeats what was found', () => {
    const actual = 'a compact JWE has five parts, this has 1'
    const broken = { ...failed, findings: [{ ...failed.findings[0], actual }] } as typeof failed
    const results = [broken, { ...open, id: 'A', reason: `it cannot be read: ${actual}` }, { ...open, id: 'B' }]
    const report = { ...nonconformant, results }

    expect(findCauses(report).map(({ failure, waiting }) => [failure, waiting])).toEqual([
      ['SD-DIGEST', ['A']],
      [undefined, ['B']],
    ])
    expect([...createTerminalReporter(plainPaint).render(report)].join('\n')).toMatch(
      /✖ SD-DIGEST[\s\S]*1 requirement could not be judged because of it[\s\S]*\? inconclusive: nothing was seen\n {2}B/,
    )
    expect([...junit.render(report)].join('\n')).toMatch(/<skipped[^>]*waits for SD-DIGEST, which failed/)
    expect([...html.render(report)].join('\n')).toMatch(/1 requirement could not be judged because of it/)
  })

  it('have failures behind them only where a message was lost', () => {
    expect(findCauses(unavailable)[0]?.waiting).toContain(failed.id)
    expect(findCauses({ ...nonconformant, sessions: [stop('first', 'no')] })[0]?.waiting).not.toContain(failed.id)
  })
})
