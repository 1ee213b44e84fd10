import { readText } from '../../protocol/encoding/json.ts'
import { type ListChange, makeListToken } from '../token-status-list/sample.ts'
import { combine, type IssuerMutation, setSteps } from './issuer-changes.ts'

const path = '/lists/1'

/** Has a status list for its credentials, which it serves itself. */
export const addStatusList = (change: ListChange = {}, write = (token: string): string => token): IssuerMutation =>
  combine(
    setSteps({
      document: (url) =>
        url.endsWith(path)
          ? {
              status: 200,
              headers: { 'content-type': `application/statuslist+${change.format ?? 'jwt'}` },
              body: write(makeListToken({ claims: (all) => ({ ...all, sub: url }), ...change })),
            }
          : undefined,
    }),
    (steps) => {
      let count = 0
      return {
        ...steps,
        credentialClaims: (claims) => {
          const usual = steps.credentialClaims(claims)
          return { ...usual, status: { status_list: { idx: ++count, uri: `${readText(usual.iss)}${path}` } } }
        },
      }
    },
  )
