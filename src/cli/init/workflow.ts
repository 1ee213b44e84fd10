import type { TargetRole } from '../../model/settings.ts'
import { urlVariable } from './template.ts'

/** Where a workflow of GitHub is looked for. */
export const workflowPath = '.github/workflows/assay.yml'

/** A workflow that runs Assay, and keeps what came out. */
export const workflowText = (role: TargetRole | undefined): string => `name: assay

on:
  push:
  workflow_dispatch:

permissions:
  contents: read

jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    # Whatever the configuration takes from the environment:
    ${role === undefined ? '# env:' : `env:\n      ${urlVariable(role)}: \${{ vars.${urlVariable(role)} }}`}
    #   FIRST_SESSION_TOKEN: \${{ secrets.FIRST_SESSION_TOKEN }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      - run: npx assay run
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: assay
          path: out/
`
