import { defineHarness } from './src/config/define-harness.ts'

// A run in this checkout: the whole reference cast plays, and nothing leaves the process.
// `npx assay doctor` shows every setting and where it comes from; `npx assay init` writes such a file elsewhere.
export default defineHarness({
  // Whose answers hold where the document leaves a question open. `npx assay list decisions` has the questions.
  profile: 'document',
  decisions: {},

  // Who is tested. Nobody: every role is played by the reference cast. To test an issuer:
  //   issuer: 'https://issuer.example',
  //   issuer: { url: 'https://issuer.example', headers: { 'x-api-key': '${ISSUER_API_KEY}' }, timeout: 10 },
  targets: {},
})
