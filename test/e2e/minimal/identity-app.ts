import assert from 'node:assert/strict'
import { decodeProtectedHeader } from 'jose'
import { grant, type Json, type Reading, readJson, type Send } from './readings.ts'

// An identity app as a team would write it in an afternoon. It reads neither the request nor the response: both are encrypted.

/** How an app pushes its offers. */
export type OfferForm = 'text' | 'link' | 'hosted'

const postJson = (body: Json, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Starts an app that hosts its offers below an address, if it hosts them. */
export function startIdentityApp(send: Send, { isVci }: Reading, form: OfferForm, address: string) {
  const sessions = new Map<string, Json>()

  async function share({ session, issuer, deviceId, ...order }: Json): Promise<Json> {
    const config = await readJson(await send(`${issuer}/issuer-config`, postJson({ device_id: deviceId })))
    const { credential_identifier: id, nonce } = config
    assert(typeof id === 'string' && id !== '' && typeof nonce === 'string' && nonce !== '')
    const offer = {
      credential_issuer: issuer,
      credential_configuration_ids: ['identity_credential'],
      grants: { [grant]: { 'pre-authorized_code': nonce } },
    }
    sessions.set(session, { ...order, issuer, id, offer })
    const link = (name: string, value: string) => `openid-credential-offer://?${name}=${encodeURIComponent(value)}`
    if (form === 'hosted') return { pushed: [link('credential_offer_uri', `${address}/offers/${session}`)] }
    return { pushed: [form === 'link' ? link('credential_offer', JSON.stringify(offer)) : JSON.stringify(offer)] }
  }

  async function open({ session, link }: Json): Promise<Json> {
    const url = new URL(link)
    assert.equal(url.href.split('?')[0], 'identityapp://credential-request')
    const [request = '', ...others] = url.searchParams.getAll('credential_request')
    assert(request !== '' && others.length === 0)
    const { issuer, walletBackend, uid, sessionToken, id } = sessions.get(session)
    const call = postJson({ uid, encryted_credential_request: request }, { authorization: `Bearer ${sessionToken}` })
    const { credential_response: response } = await readJson(await send(`${issuer}/credential/validate`, call))
    assert(typeof decodeProtectedHeader(response).enc === 'string')
    const credentials = [{ [isVci ? 'credential' : 'Credential']: response }]
    await send(`${walletBackend}/credential-callback`, postJson({ credential_identifier: id, credentials }))
    return {}
  }

  return {
    obey: (order: Json): Promise<Json> => (order.verb === 'share' ? share(order) : open(order)),
    host: (request: Request): Response => {
      const found = sessions.get(new URL(request.url).pathname.split('/').at(-1) ?? '')
      return found ? Response.json(found.offer) : new Response(null, { status: 404 })
    },
  }
}
