import type { TargetRole } from '../../model/settings.ts'
import { urlVariable } from './template.ts'

/** Where a workflow of GitHub is looked for. */
export const workflowPath = '.github/workflows/assay.yml'

/** A workflow that runs Assay, and keeps what came out. */
export function* workflowLines(needsUrlOf: TargetRole | undefined): Generator<string> {
  yield 'name: assay'
  yield ''
  yield 'on:'
  yield '  push:'
  yield '  workflow_dispatch:'
  yield ''
  yield 'permissions:'
  yield '  contents: read'
  yield ''
  yield 'jobs:'
  yield '  conformance:'
  yield '    runs-on: ubuntu-latest'
  yield '    timeout-minutes: 15'
  yield* environmentLines(needsUrlOf)
  yield '    steps:'
  yield '      - uses: actions/checkout@v4'
  yield '      - uses: actions/setup-node@v4'
  yield '        with:'
  yield '          node-version: 22'
  yield '      - run: npm ci'
  yield '      - run: npx assay run'
  yield '      - uses: actions/upload-artifact@v4'
  yield '        if: always()'
  yield '        with:'
  yield '          name: assay'
  yield '          path: out/'
}

function* environmentLines(role: TargetRole | undefined): Generator<string> {
  yield `    ${role === undefined ? '# ' : ''}env:`
  if (role !== undefined) yield `      ${urlVariable(role)}: \${{ vars.${urlVariable(role)} }}`
  yield '    #   FIRST_SESSION_TOKEN: ${{ secrets.FIRST_SESSION_TOKEN }}'
}
