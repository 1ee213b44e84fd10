import { expect, it } from 'vitest'
import { deadUrl } from '../wire/servers.ts'
import { assay } from './console.ts'

it('an offer whose host is not there is no result: nothing was judged', async () => {
  const offer = `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(`${await deadUrl()}/offer`)}`

  const { code, err } = await assay(['test', 'issuer', '--offer', offer])

  expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('nothing listens there') })
})
