/** Rows that no actor in Python can break, by the reason. */
export const reasons: readonly (readonly [why: string, rows: RegExp])[] = [
  [
    'A row of the message around it names what is no JSON object: this row is for a file that is judged by itself.',
    /^(?:VPREQ|DCQL|VPMETA|VPDC)-JSON$/,
  ],
  [
    'The tests ask for credentials that they do not know beforehand, and name no algorithms for them.',
    /^VPRESP-(?:ISSUER-ALG|DEVICE-ALG|W3C-PROOF|W3C-ALG)$/,
  ],
  [
    'The tests ask for responses that are posted or returned to a page, and for none by redirect.',
    /^VPSEND-(?:ERROR-MODE|FRAGMENT)$/,
  ],
  [
    'The tests have verifiers retrieve documents by OpenID4VP 1.0 alone, whose own rows name these mistakes.',
    /^(?:VCUSE-(?:ERROR-CONTENT|REDIRECTS|BOUNDS|INTERNAL)|SDVC-STATUS-CHECKED)$/,
  ],
  ['The tests obtain credentials inside of JSON, and none as a message of its own.', /^SDVC-MEDIA-TYPE$/],
  ['The tests see one token of a status list, and do not compare tokens.', /^(?:TSL-ALLOCATED-ONCE|TSREF-FRESH)$/],
]

export const findReason = (id: string): string | undefined => reasons.find(([, rows]) => rows.test(id))?.[0]
