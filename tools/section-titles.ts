/** The sections of the document, in their order. */
export const sectionTitles: Readonly<Record<string, string>> = {
  '1': 'The exchange as a whole',
  '2.1': 'Issuer Config',
  '2.2': 'The Issuer Config response',
  '2.3': 'The offer',
  '2.4': 'Request and response',
  '2.5': 'The key attestation',
  '2.6': 'The key for the response',
  '2.7': 'The validation call',
  '2.8': 'The callback',
  '2.9': 'The credential',
  '3': 'The status of a credential',
  '4': 'Endpoints',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versions',
}

/** The page of a section, below `docs`. */
export const pathOfSection = (section: string): string => `requirements/section-${section.replaceAll('.', '-')}.md`

/** The roles that get probes, each with a page. */
export const probedRoles = ['issuer', 'wallet', 'wallet backend', 'identity app', 'verifier', 'status service'] as const

/** The page of the probes to a role, below `docs`. */
export const pathOfProbes = (role: string): string => `probes/${role.replaceAll(' ', '-')}.md`
