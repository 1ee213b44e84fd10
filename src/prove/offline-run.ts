import { createDecide, runOffline } from '../../suites/document/reference/offline-exchange.ts'
import type { Judge } from '../judge/judge.ts'
import type { RunMutation } from './kill-matrix.ts'

/** Runs reference actors step by step, without messages, and judges their artefacts. */
export const createOfflineRun =
  (judge: Judge, seed?: string): RunMutation =>
  (mutation, settings) =>
    judge.judge(runOffline(mutation, settings, seed), createDecide(settings))
