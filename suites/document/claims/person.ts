import type { Claim } from '../../../protocol/sd-jwt/claim.ts'

/** The claims that distinguish one person from another, apart from the name. */
const identifying = ['MaskedUID', 'EnrolmentNumber', 'ResidentImage', 'Mobile', 'Email']

/** Whether a credential with these claims identifies a person. */
export const isIdentifying = (claims: readonly Pick<Claim, 'name'>[]): boolean =>
  claims.some(({ name }) => name === 'ResidentName') && claims.some(({ name }) => identifying.includes(name))

/** Serializes the claims about a person, in a fixed order. The date of issue is about the credential. */
export const serializePerson = (claims: readonly Pick<Claim, 'name' | 'json'>[]): string =>
  claims
    .filter(({ name }) => name !== 'CredentialIssuingDate')
    .map(({ name, json }) => JSON.stringify([name, json]))
    .toSorted()
    .join()
