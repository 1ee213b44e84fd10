import { readText } from '../../protocol/encoding/json.ts'
import { type ServedType, type TypeChange, writeTypes } from '../sd-jwt-vc/served-types.ts'
import { changeConfigurations, combine, type IssuerMutation } from './issuer-changes.ts'

const placeTypes = (issuer: string): ServedType => ({
  uri: `${issuer}/types/membership`,
  base: `${issuer}/types`,
  disclosed: ['given_name'],
  serial: 0,
})

/** Has a type with type metadata. */
export const serveTypes = (change?: TypeChange): IssuerMutation =>
  combine(
    (steps) => ({
      ...steps,
      credentialClaims: (claims) => {
        const { iss, ...usual } = steps.credentialClaims(claims)
        const served = placeTypes(readText(iss))
        return { iss: iss ?? '', ...usual, vct: served.uri, ...writeTypes(served, change).claims }
      },
      document: (url) => writeTypes(placeTypes(url.replace(/\/types\/.*$/s, '')), change).documents.get(url),
    }),
    (steps) => ({
      ...steps,
      issuerMetadata: (base) =>
        changeConfigurations((each) => ({ ...each, vct: placeTypes(base).uri }))(steps).issuerMetadata(base),
    }),
  )
