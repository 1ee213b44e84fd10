import type { Settings } from '../../../../model/settings.ts'
import { createDecider } from '../../../../src/judge/decisions.ts'
import { createRecorder, createSentenceRedactor } from '../../../../src/privacy/redact-message.ts'
import { type SessionEnd, sessionPlan } from '../../model/session-plan.ts'
import { createRecording } from '../recording/recording.ts'
import type { RunOptions } from '../run-options.ts'
import { createSessionStore } from '../sessions/session-store.ts'
import { playSessions } from './scenario.ts'

/** Plays the first session of a run, and nothing else. Private values in the reason are redacted; nothing is written. */
export async function trySession(
  settings: Settings,
  options: Omit<RunOptions, 'tool' | 'record' | 'progress'>,
): Promise<SessionEnd | undefined> {
  const recording = createRecording(settings)
  const store = createSessionStore(
    settings,
    { ...options, record: createRecorder(recording) },
    createDecider(settings).decide,
  )
  const endings: SessionEnd[] = []
  const close = await options.listen?.(store.inbound)
  try {
    if (settings.targets.issuer) await store.checkIssuer()
    await playSessions(sessionPlan.slice(0, 1), store, settings, options, (end) => endings.push(end))
  } finally {
    await close?.()
  }
  const [end] = endings
  return end?.reason === undefined ? end : { ...end, reason: createSentenceRedactor(recording)(end.reason) }
}
