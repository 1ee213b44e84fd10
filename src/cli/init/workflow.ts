import type { TargetRole } from '../../model/settings.ts'
import { urlVariable } from './template.ts'

/** Where a workflow of GitHub is looked for. */
export const workflowPath = '.github/workflows/assay.yml'

/** Says in a line for each what failed, as GitHub wants it for an annotation: the sentences are those of the registry. */
const annotations =
  'node -e \'for (const r of JSON.parse(fs.readFileSync("out/report.json")).results) if (r.outcome === "failed") console.log("::error title=" + r.id + "::" + r.text)\''

/** A workflow that runs Assay, shows what came out as a summary and in annotations, and keeps it. */
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
      - run: npx assay run --format markdown --format junit
      - name: summary and annotations
        if: \${{ always() && hashFiles('out/report.md') != '' }}
        run: |
          cat out/report.md >> "$GITHUB_STEP_SUMMARY"
          ${annotations}
      - uses: actions/upload-artifact@v4
        if: \${{ always() }}
        with:
          name: assay
          # What is private stays where it was made.
          path: |
            out
            !out/record.private.ndjson
`
