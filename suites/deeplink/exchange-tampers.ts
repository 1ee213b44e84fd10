import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { exhibits } from '../exchange-tampering.ts'
import { LINK } from './requirements.ts'

export const tampers: readonly ExchangeTamper[] = [
  exhibits(LINK.TARGET, 'a link to another app', 'deeplink', (link) => ({ ...link, target: 'tampered:' })),
]
