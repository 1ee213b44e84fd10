import type { Trick } from '../../src/model/probe.ts'
import { message, put } from '../deviations.ts'
import { surprise } from '../surprising.ts'
import { META } from './requirements.ts'

const further = { since: 1, notes: ['x', null] }
const extra = (place: string) => message.metadata(put(`${place}/assay_extra`, further))

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  surprise(META.EXTRAS, 'wallet', 'serves metadata with a member that nobody defined', extra('')),
  surprise(META.EXTRAS, 'wallet', 'serves metadata with a member in a template that nobody defined', extra('/credential_configurations_supported/identity_credential')),
  surprise(META.EXTRAS, 'wallet', 'serves metadata with a member beside the key that nobody defined', extra('/credential_request_encryption')),
  surprise(META.EXTRAS, 'wallet', 'serves metadata with a member in the key that nobody defined', extra('/credential_request_encryption/jwks/keys/0')),
]
