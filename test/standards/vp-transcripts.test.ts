import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { listVpTranscripts } from '../../protocol/openid4vp/transcripts.ts'

// The values of section B.2.6.

const key: JsonObject = {
  kty: 'EC',
  crv: 'P-256',
  x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
  y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
  use: 'enc',
  alg: 'ECDH-ES',
  kid: '1',
}

const request: JsonObject = {
  client_id: 'x509_san_dns:example.com',
  nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
  response_uri: 'https://example.com/response',
  response_mode: 'direct_post.jwt',
  client_metadata: { jwks: { keys: [key] } },
}

describe('the transcript of a session of OpenID4VP', () => {
  it('is that of the specification, by redirect', () => {
    expect(listVpTranscripts(request).map((each) => each.toString('hex'))).toEqual([
      '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac',
    ])
  })

  it('is that of the specification, over the Digital Credentials API', () => {
    const own = { ...request, response_mode: 'dc_api.jwt' }

    expect(listVpTranscripts(own, 'https://example.com').map((each) => each.toString('hex'))).toEqual([
      '83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
    ])
  })

  it('is one for each key that there may be', () => {
    const keys = [key, { ...key, x: key.y, y: key.x }] as JsonObject[]

    expect(listVpTranscripts({ ...request, client_metadata: { jwks: { keys } } })).toHaveLength(2)
    expect(listVpTranscripts({ ...request, response_mode: 'dc_api' })).toEqual([])
  })
})
