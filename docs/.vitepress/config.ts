import { defineConfig } from 'vitepress'

const guide = {
  'Test an implementation': {
    'Six journeys': '/docs/journeys',
    'Your first claim': 'first-claim',
    'An issuer': 'test-an-issuer',
    'A wallet': 'test-a-wallet',
    'An identity app': 'test-an-identity-app',
    'A verifier': 'test-a-verifier',
    Drivers: 'drivers',
    'Claiming conformance': 'claiming-conformance',
  },
  Standards: {
    'OpenID4VCI issuer': 'test-an-openid4vci-issuer',
    'OpenID4VCI wallet': 'test-an-openid4vci-wallet',
    'OpenID4VP verifier': 'test-an-openid4vp-verifier',
    'OpenID4VP wallet': 'test-an-openid4vp-wallet',
    'OpenID4VP messages': 'openid4vp',
    'Any SD-JWT': 'judge-any-sd-jwt',
    mDOC: 'mdoc',
  },
  'Judge and compare': {
    'The console': 'console',
    'Judge a capture': 'judge-a-capture',
    'Audit many credentials': 'audit',
    'Audits on many machines': 'scale',
    'Decisions and profiles': 'decisions-and-profiles',
    'Reading a report': 'reading-a-report',
    'Comparing runs': 'comparing-runs',
  },
  'Build on it': {
    'Continuous integration': 'continuous-integration',
    'Reference actors': 'reference-actors',
    'As a library': 'as-a-library',
    'Adding a requirement': 'adding-a-requirement',
    'A suite of your own': 'a-suite-of-your-own',
    Stability: 'stability',
    Troubleshooting: 'troubleshooting',
  },
}

const requirements = {
  'Of the document, and decisions': '/docs/requirements',
  'RFC 9901': '/docs/standards/sd-jwt',
  'SD-JWT VC': '/docs/standards/sd-jwt-vc',
  'Token Status List': '/docs/standards/token-status-list',
  'OpenID4VCI 1.0': '/docs/standards/openid4vci-1.0',
  'OpenID4VP 1.0': '/docs/standards/openid4vp-1.0',
  'HAIP 1.0': '/docs/standards/haip-1.0',
  mDOC: '/docs/standards/mdoc',
  'Rules of several kinds': '/docs/standards/foundations',
  'Coverage of the standards': '/docs/standards/coverage',
  Probes: '/docs/probes',
}

const reference = {
  API: '/docs/api/',
  'Features by suite': '/docs/features',
  'SD-JWT libraries': '/docs/league',
  'Libraries that exchange credentials': '/docs/league-exchanges',
  'Known limits': '/docs/known-limits',
  Glossary: '/GLOSSARY',
  Architecture: '/ARCHITECTURE',
  Contributing: '/CONTRIBUTING',
  'Writing style': '/docs/style',
  Changelog: '/CHANGELOG',
}

const toItems = (pages: Readonly<Record<string, string>>) =>
  Object.entries(pages).map(([text, link]) => ({ text, link: link.startsWith('/') ? link : `/docs/guide/${link}` }))

/** Makes the anchor of a heading as code hosts do, so that links work in both places. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')

/** The pages of the repository as a site: the README is its home. */
export default defineConfig({
  title: 'Assay',
  description: 'A conformance suite for the exchange of a national identity credential',
  srcDir: '..',
  srcExclude: ['out/**', 'AGENTS.md'],
  rewrites: { 'README.md': 'index.md' },
  outDir: '.vitepress/dist',
  markdown: { anchor: { slugify } },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/docs/guide/' },
      { text: 'API', link: '/docs/api/' },
      { text: 'Requirements', link: '/docs/requirements' },
    ],
    sidebar: [
      ...Object.entries(guide).map(([text, pages]) => ({ text, items: toItems(pages) })),
      { text: 'Requirements', items: toItems(requirements) },
      { text: 'Reference', items: toItems(reference) },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
})
