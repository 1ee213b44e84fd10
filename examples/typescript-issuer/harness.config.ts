import { defineHarness } from 'assay'

// The tests of the example. Copied into a project of its own, the folder is complete.
export default defineHarness({
  profile: 'document',
  decisions: {},
  // The module plays both roles. It is loaded once, so both share one state.
  targets: {
    issuer: 'module:issuer.ts',
    'status-service': 'module:issuer.ts',
  },
  // How the status of a credential is changed in the middle of a run.
  hooks: { 'status.set': { url: 'module:status-hook.ts' } },
  subject: { vendor: 'Example', product: 'issuer', version: '1.0.0' },
})
