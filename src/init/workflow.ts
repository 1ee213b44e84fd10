import type { TargetRole } from '../../model/role.ts'
import { nameUrlVariable } from './template.ts'

/** A script that prints GitHub annotations: errors exactly where the exit code of the run is not 0, and warnings for advice. */
const annotations = [
  'node -e \'const { results, verdict, docsUrl } = JSON.parse(fs.readFileSync("out/report.json"));',
  'const show = (level, id, text) => console.log("::" + level + " title=" + id + "::" + text.replace(/[%\\r\\n]/g, " "));',
  'if (verdict.exitCode) show("error", "assay", verdict.reasons.map((r) => r.text).join("; "));',
  'const docs = (r) => docsUrl && !r.suite ? docsUrl + "/requirements/" + encodeURIComponent(r.id.split("/")[0]) + ".html" : "npx assay explain " + r.id;',
  'for (const r of results) if (r.outcome === "failed") show(verdict.exitCode && r.decides ? "error" : "warning", r.id, r.text + " " + docs(r))\'',
].join(' ')

/** The text of a GitHub workflow that runs Assay, shows a summary and annotations, and keeps the run. */
const makeGithubText = (role: TargetRole | undefined): string => `name: assay

on:
  push:
  workflow_dispatch:

permissions:
  contents: read

jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    # The environment variables of the configuration:
    ${role === undefined ? '# env:' : `env:\n      ${nameUrlVariable(role)}: \${{ vars.${nameUrlVariable(role)} }}`}
    #   FIRST_SESSION_TOKEN: \${{ secrets.FIRST_SESSION_TOKEN }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      - run: npx --no assay run --require-target --format markdown --format junit
      - name: summary and annotations
        if: \${{ always() && hashFiles('out/report.md') != '' }}
        run: |
          cat out/report.md >> "$GITHUB_STEP_SUMMARY"
          ${annotations}
      - uses: actions/upload-artifact@v4
        if: \${{ always() }}
        with:
          name: assay
          # Private values are not uploaded.
          path: |
            out
            !out/record.private.*
`

/** The text of a GitLab pipeline that runs Assay, and keeps the run. */
const makeGitlabText = (role: TargetRole | undefined): string => `conformance:
  image: node:22
  timeout: 15 minutes
  # The variables of the configuration are set under Settings, CI/CD, Variables:
  #   ${role === undefined ? '' : `${nameUrlVariable(role)}, `}FIRST_SESSION_TOKEN (masked)
  script:
    - npm ci
    - npx --no assay run --require-target --format markdown --format junit
  artifacts:
    when: always
    paths:
      - out/
    exclude:
      # Private values are not uploaded.
      - out/record.private.*
    reports:
      junit: out/report.junit.xml
`

/** The services for which a workflow can be written. */
export const ciNames = ['github', 'gitlab'] as const
export type CiName = (typeof ciNames)[number]

/** The file of each service, and its text. */
export const workflows: Readonly<
  Record<CiName, { readonly path: string; readonly makeText: (role: TargetRole | undefined) => string }>
> = {
  github: { path: '.github/workflows/assay.yml', makeText: makeGithubText },
  gitlab: { path: '.gitlab-ci.yml', makeText: makeGitlabText },
}
