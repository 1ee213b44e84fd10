import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { readDisclosure, writeDisclosure } from '../../src/protocol/disclosure.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { readingOf } from '../disclosure/reading.ts'
import { exhibits } from '../exchange-tampering.ts'
import { CLAIMS } from './requirements.ts'

export const tampers: readonly ExchangeTamper[] = [
  exhibits(CLAIMS.ADDRESS, 'an address that alone has a part of it', 'credential', (credential, context) => {
    const forged = { name: 'Address', value: { Street: 'tampered' }, salt: 'tampered-tampered-tampered' }
    const others = readingOf(credential, context).entries.filter(({ claim }) => claim?.name !== 'Street')
    const address = readDisclosure(writeDisclosure(forged, context.decide(ORDER)).text)
    return { ...credential, disclosures: [address, ...others.map(({ disclosure }) => disclosure)] }
  }),
]
