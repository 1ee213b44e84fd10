import { type Fault, fault } from '../../src/model/fault.ts'
import { headersOf } from '../deviations.ts'
import { NONCE } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(NONCE.UNCACHED, 'says nothing about caches', headersOf('issuer', 'nonce', { 'cache-control': undefined })),
  fault(NONCE.UNCACHED, 'lets everybody keep a nonce for an hour', headersOf('issuer', 'nonce', { 'cache-control': 'public, max-age=3600' })),
]
