import { gzipSync } from 'node:zlib'
import type { HttpResponse } from '../../model/wire.ts'
import { readText } from '../../protocol/encoding/json.ts'
import type { TokenClaims } from '../../protocol/status-list/secured-token.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost } from '../sd-jwt/test-authority.ts'
import { type ListChange, makeListToken } from '../token-status-list/sample.ts'
import { combine, type IssuerMutation, setSteps } from './issuer-changes.ts'

const path = '/lists/1'

/** Entries of the list, and how far the places of two credentials are apart, so that they do not count up. */
const [length, stride] = [4096, 1597]

/** The label of certificates in COSE (RFC 9360). */
const x5chain = 33

const certificate = certifyHost('issuer.example', toPublic(keys.issuer))

/** A list that is written otherwise, in one format or in both. */
export type ServedListChange = ListChange & {
  readonly write?: (token: string) => string
  readonly response?: (response: HttpResponse) => HttpResponse
}

/** Has a status list for its credentials, which it serves itself, in the format that a request accepts. */
export const addStatusList = (
  change: ServedListChange | ((format: 'jwt' | 'cwt') => ServedListChange) = {},
): IssuerMutation =>
  combine(
    setSteps({
      document: (url, accepted) => {
        if (!url.endsWith(path)) return undefined
        const wanted = accepted.includes('statuslist+jwt') ? 'jwt' : 'cwt'
        return serveList(url, wanted, typeof change === 'function' ? change(wanted) : change)
      },
    }),
    (steps) => {
      let count = 0
      return {
        ...steps,
        credentialClaims: (claims) => {
          const usual = steps.credentialClaims(claims)
          return {
            ...usual,
            status: { status_list: { idx: (stride * ++count) % length, uri: `${readText(usual.iss)}${path}` } },
          }
        },
      }
    },
  )

/** Has other claims in a list. */
export const changeListClaims = (claims: TokenClaims): ServedListChange => ({
  claims: (all) => ({ ...all, ...claims }),
})

function serveList(uri: string, wanted: 'jwt' | 'cwt', change: ServedListChange): HttpResponse {
  const { format = wanted, claims = (all) => all, write = (token) => token, response = (each) => each } = change
  const text = write(
    makeListToken({
      key: keys.issuer,
      ...(format === 'cwt'
        ? { parameters: [[x5chain, certificate]], header: ({ kid: _, ...header }) => header }
        : { header: ({ kid: _, ...header }) => ({ ...header, x5c: [certificate.toString('base64')] }) }),
      ...change,
      format,
      claims: (all) => claims({ ...all, sub: uri }),
    }),
  )
  const octets = format === 'cwt' ? Buffer.from(text, 'hex') : gzipSync(text)
  const coding = format === 'cwt' ? {} : { 'content-encoding': 'gzip' }
  return response({
    status: 200,
    headers: { 'content-type': `application/statuslist+${format}`, 'access-control-allow-origin': '*', ...coding },
    body: octets.toString(),
    octets: octets.toString('base64'),
  })
}
