/**
 * The sections of the registry, in the order of the document. Each is a folder with one file for each kind of thing;
 * `npm run generate` gathers them in `suites/document/all`.
 */
export const sections = [
  'flow',
  'issuer-config',
  'offer',
  'metadata',
  'nonce',
  'request',
  'attestation',
  'encryption',
  'deeplink',
  'validation',
  'callback',
  'credential',
  'disclosure',
  'claims',
  'keys',
  'status',
  'bodies',
  'privacy',
  'undefined-points',
] as const
