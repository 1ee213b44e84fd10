import { defineHarness } from './src/config/define-harness.ts'

// A run in this checkout: reference actors play every role, and nothing leaves the process.
// `npx assay doctor` shows every setting and where it comes from; `npx assay init` writes such a file elsewhere.
export default defineHarness({
  // The profile sets the answers to questions that the document leaves open; `npx assay list decisions` has the questions.
  profile: 'document',
  decisions: {},

  // The implementations under test: none, so reference actors play every role. To test an issuer:
  //   issuer: 'https://issuer.example',
  //   issuer: { url: 'https://issuer.example', headers: { 'x-api-key': '${ISSUER_API_KEY}' }, timeout: 10 },
  targets: {},
})
