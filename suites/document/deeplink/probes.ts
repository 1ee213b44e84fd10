import type { ProbeAnswer } from '../../../model/probe.ts'
import { changeAction, changeResult } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import type { Message } from '../model/endpoints.ts'
import { type ProbeContext, type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { LINK_SIZE } from '../undefined-points/decisions.ts'
import { LINK } from './requirements.ts'

/** A parameter that makes a deeplink three times as long as agreed. Every operating system passes on the default length. */
const makeOversized = (agreed: string): string => `?assay=${'x'.repeat(3 * Number(agreed))}`

const changeLink = (how: (link: string) => string) => runSession(changeResult('wallet', 'link', how))

const openOversized = runSession(({ decide }) =>
  changeResult('wallet', 'link', (link: string) => link.replace(/[?].*/, makeOversized(decide(LINK_SIZE)))),
)

/** Opens the deeplink again after the first opening and everything that follows from it. */
const openTwice = changeAction('wallet', 'deeplink', async (open) => {
  await open()
  await open()
})

/** Reads the answer to the second opening. It counts only after a delivery: until then the session is open. */
function readSecondAnswer(messages: readonly Message[], readAnswer: ProbeContext['readAnswer']): ProbeAnswer {
  const [, second] = messages.filter(({ endpoint }) => endpoint === 'deeplink')
  const callbacks = messages.filter(({ endpoint }) => endpoint === 'walletCallback')
  if (!second || messages.some(({ transportError }) => transportError !== undefined)) return 'inconclusive'
  const isOver = callbacks.some(
    (message) => message.number < second.number && readAnswer(message.response) === 'accepted',
  )
  if (!isOver) return 'inconclusive'
  return callbacks.some(({ number }) => number > second.number) ? 'accepted' : 'refused'
}

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(LINK.CALM, 'identity app', 'opens a deeplink without a request', 'refused', changeLink((link) => link.replace(/[?].*/, ''))),
  statefulProbe(LINK.CALM, 'identity app', 'opens a deeplink with an empty request', 'refused', changeLink((link) => link.replace(/=.*/, '='))),
  statefulProbe(LINK.CALM, 'identity app', 'opens a deeplink with an oversized unknown parameter', 'refused', openOversized),
  statefulProbe(LINK.OPEN, 'identity app', 'opens a deeplink again after its session has ended', 'refused', async ({ runSession, readAnswer }) => readSecondAnswer(await runSession({ mutation: openTwice }), readAnswer)),
]
