import assert from 'node:assert/strict'
import type { Json } from './readings.ts'

// A wallet backend as a team would write it in an afternoon. What is encrypted is for the wallet, and passed on.

/** Answers a callback: 204, or else 400. Whether its credentials are verified is up to the team. */
export async function takeCallback(
  request: Request,
  member: string,
  verify?: (credential: string) => Promise<unknown>,
) {
  try {
    const { credential_identifier: id, credentials }: Json = await request.json()
    assert(typeof id === 'string' && id !== '' && Array.isArray(credentials) && credentials.length > 0)
    for (const each of credentials) {
      assert(typeof each[member] === 'string' && each[member] !== '')
      if (!/^[\w-]+(\.[\w-]*){4}$/.test(each[member])) await verify?.(each[member])
    }
    return new Response(null, { status: 204 })
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.message : 'no' }, { status: 400 })
  }
}
