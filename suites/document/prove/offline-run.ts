import type { Judge } from '../../../src/judge/judge.ts'
import { createDecide, runOffline } from '../reference/offline-exchange.ts'
import type { RunMutation } from './kill-matrix.ts'

/** Runs reference actors step by step, without messages, and judges their artefacts. */
export const createOfflineRun =
  (judge: Judge, seed?: string): RunMutation =>
  (mutation, settings) =>
    judge.judge(runOffline(mutation, settings, seed), createDecide(settings))
