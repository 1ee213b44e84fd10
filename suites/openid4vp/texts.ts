/** The name of a section of the specification. */
export const nameSection = (number: string): string => `OpenID4VP 1.0, section ${number}`
