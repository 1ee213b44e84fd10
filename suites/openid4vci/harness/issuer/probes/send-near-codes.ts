import { nearValues } from '../../../../kit/near-values.ts'
import type { Form } from '../../../../oauth/exchange-checks.ts'
import { VCIAUTH } from '../../../../oauth/requirements.ts'
import { VCIUSE } from '../../../requirements.ts'
import { nameSection } from '../judge-answers.ts'
import { sendSeries } from '../send-series.ts'
import { fetchToken } from '../session.ts'
import type { ProbePlace, TestWallet } from '../wallet.ts'

/** Sends token requests with codes near one that is still good: a server that finds it by them gives a token. */
export function sendNearCodes(place: ProbePlace, wallet: TestWallet): Promise<void> {
  const { issuer, offer } = place
  const [name, row, obligation] =
    offer.code === undefined
      ? (['code', VCIAUTH.INVENTED, VCIAUTH.INVENTED.standard ?? ''] as const)
      : (['pre-authorized_code', VCIUSE.CODE, nameSection('6.3')] as const)
  return sendSeries(
    place,
    wallet,
    nearValues.map(({ what, write }) => ({
      row,
      description: `a token request whose code ${what}`,
      obligation,
      send: (form: Form) => fetchToken(issuer, { ...form, [name]: write(form[name] ?? '') }, wallet),
      errors: ['invalid_grant'],
    })),
  )
}
