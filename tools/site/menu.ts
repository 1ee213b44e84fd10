const below = (folder: string, pages: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, `${folder}/${page}`]))

/** The menu of the site: its groups, and the page behind each name, without its ending. */
export const menu: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Test an implementation': {
    'Six journeys': 'docs/journeys',
    ...below('docs/guide', {
      'Your first claim': 'first-claim',
      'An issuer': 'test-an-issuer',
      'A wallet': 'test-a-wallet',
      'An identity app': 'test-an-identity-app',
      'A verifier': 'test-a-verifier',
      Drivers: 'drivers',
      'Claiming conformance': 'claiming-conformance',
    }),
  },
  Standards: below('docs/guide', {
    'OpenID4VCI issuer': 'test-an-openid4vci-issuer',
    'OpenID4VCI wallet': 'test-an-openid4vci-wallet',
    'OpenID4VP verifier': 'test-an-openid4vp-verifier',
    'OpenID4VP wallet': 'test-an-openid4vp-wallet',
    'OpenID4VP messages': 'openid4vp',
    'Any SD-JWT': 'judge-any-sd-jwt',
    mDOC: 'mdoc',
  }),
  'Judge and compare': below('docs/guide', {
    'The console': 'console',
    'Judge a capture': 'judge-a-capture',
    'Audit many credentials': 'audit',
    'Audits on many machines': 'scale',
    'Decisions and profiles': 'decisions-and-profiles',
    'Reading a report': 'reading-a-report',
    'Comparing runs': 'comparing-runs',
  }),
  'Build on it': below('docs/guide', {
    'Continuous integration': 'continuous-integration',
    'Reference actors': 'reference-actors',
    'As a library': 'as-a-library',
    'Adding a requirement': 'adding-a-requirement',
    'A suite of your own': 'a-suite-of-your-own',
    Stability: 'stability',
    Troubleshooting: 'troubleshooting',
  }),
  Requirements: {
    'The document and its decisions': 'docs/requirements',
    ...below('docs/standards', {
      'RFC 9901': 'sd-jwt',
      'SD-JWT VC': 'sd-jwt-vc',
      'Token Status List': 'token-status-list',
      'OpenID4VCI 1.0': 'openid4vci-1.0',
      'OpenID4VP 1.0': 'openid4vp-1.0',
      'HAIP 1.0': 'haip-1.0',
      mDOC: 'mdoc',
      'Shared rules': 'foundations',
      'Coverage of the standards': 'coverage',
    }),
    Probes: 'docs/probes',
  },
  Reference: {
    API: 'docs/api/index',
    'Features by suite': 'docs/features',
    Diagnoses: 'docs/diagnoses',
    'SD-JWT libraries': 'docs/league',
    'Libraries that exchange credentials': 'docs/league-exchanges',
    'Known limits': 'docs/known-limits',
    Glossary: 'GLOSSARY',
    Architecture: 'ARCHITECTURE',
    Contributing: 'CONTRIBUTING',
    'Writing style': 'docs/style',
    Security: 'SECURITY',
    Changelog: 'CHANGELOG',
  },
}
