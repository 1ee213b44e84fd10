import type { Judge } from '../judge/judge.ts'
import { createDecide, runOffline } from '../reference/offline-exchange.ts'
import type { RunMutation } from './kill-matrix.ts'

/** Rehearses and judges. */
export const createOfflineRun =
  (judge: Judge, seed?: string): RunMutation =>
  (mutation, settings) =>
    judge.judge(runOffline(mutation, settings, seed), createDecide(settings))
