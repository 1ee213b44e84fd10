#!/usr/bin/env node
// Plain old JavaScript, and nothing imported: an old Node has to get as far as saying that it is too old.
var version = process.versions.node.split('.').map(Number)

if (version[0] > 22 || (version[0] === 22 && version[1] >= 19)) start()
else {
  // biome-ignore lint/style/useTemplate: older than templates.
  console.error('assay: Node 22.19 or newer is needed, and this is Node ' + process.versions.node + '.')
  process.exitCode = 2
}

// Not imported: an import of a module of Node reads all of its exports, and some of those load more.
function start() {
  var isCheckout = process.getBuiltinModule('node:fs').existsSync(new URL('../src/cli/main.ts', import.meta.url))
  import(isCheckout ? '../src/cli/main.ts' : '../dist/cli.js')
}
