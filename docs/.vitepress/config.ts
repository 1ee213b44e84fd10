import { defineConfig } from 'vitepress'

const guide = {
  'Test an implementation': {
    'The console': 'console',
    'An issuer': 'test-an-issuer',
    'A wallet': 'test-a-wallet',
    'An identity app': 'test-an-identity-app',
    'A verifier': 'test-a-verifier',
    Drivers: 'drivers',
  },
  'Judge and compare': {
    'Judge a capture': 'judge-a-capture',
    'Decisions and profiles': 'decisions-and-profiles',
    'Reading a report': 'reading-a-report',
    'Comparing runs': 'comparing-runs',
    'Claiming conformance': 'claiming-conformance',
    'Your first claim': 'first-claim',
    'Any SD-JWT': 'judge-any-sd-jwt',
    'OpenID4VCI issuer': 'test-an-openid4vci-issuer',
    'OpenID4VCI wallet': 'test-an-openid4vci-wallet',
    'OpenID4VP verifier': 'test-an-openid4vp-verifier',
    'OpenID4VP wallet': 'test-an-openid4vp-wallet',
    OpenID4VP: 'openid4vp',
    mDOC: 'mdoc',
  },
  'Build on it': {
    'Continuous integration': 'continuous-integration',
    'Reference actors': 'reference-actors',
    'As a library': 'as-a-library',
    'Adding a requirement': 'adding-a-requirement',
    Troubleshooting: 'troubleshooting',
  },
}

const reference = {
  API: '/docs/api/',
  'Requirements and decisions': '/docs/requirements',
  Probes: '/docs/probes',
  'RFC 9901': '/docs/standards/sd-jwt',
  'SD-JWT libraries': '/docs/league',
  'Libraries that exchange credentials': '/docs/league-exchanges',
  'Known limits': '/docs/known-limits',
  Glossary: '/GLOSSARY',
  Architecture: '/ARCHITECTURE',
  Contributing: '/CONTRIBUTING',
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
      { text: 'Reference', items: toItems(reference) },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
})
