import type { Tamper } from '../../src/model/tamper.ts'
import { replaced } from '../tampering.ts'
import { CFG } from './requirements.ts'

/** The other rows have members with a schema, which are tampered with for all sections together. */
export const tampers: readonly Tamper[] = [replaced(CFG['DEVICE-TELLS'], 'issuer-config-request', { '/device_id': '' })]
