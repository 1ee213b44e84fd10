import { defineHarness } from 'assay'

// The reference issuer of the profile. To test yours, name where it gives offers:
//   targets: { issuer: { offers: ['https://issuer.example/new-offer'] } },
export default defineHarness({
  suites: ['./suite.ts'],
  suite: 'identity-card',
  probes: true,
})
