import * as fc from 'fast-check'
import { change, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'
import { encrypted } from './faults.ts'

const { callback: editCallback } = mutate

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CALLBACK', 'delivers two credentials', editCallback(change('/credentials', (all) => (Array.isArray(all) ? [...all, ...all] : all)))),
  variant('CALLBACK', 'delivers eight credentials', editCallback(change('/credentials', (all) => (Array.isArray(all) ? Array(8).fill(all[0]) : all)))),
  variant('CALLBACK', 'delivers a credential that is still encrypted', editCallback(put('/credentials', [{ Credential: encrypted }]))),
  variant('CALLBACK', 'has any `credential_identifier`', valueFamily(fc.string({ minLength: 1, maxLength: 60 }), (value) => editCallback(put('/credential_identifier', value)))),

  ...markLive([
    variant('CALLBACK', 'delivers the credentials in another order', editCallback(change('/credentials', (all) => (Array.isArray(all) ? all.toReversed() : all)))),
    variant('CALLBACK', 'delivers a credential that it cannot decrypt', editCallback((all) => all), { decisions: { 'callback.credentialForm': 'encrypted' } }),
    variant('CALLBACK', 'has an unknown member', editCallback(put('/x-note', { deep: [] }))),
  ]),
]
