#!/usr/bin/env node
'use strict'
// Plain old JavaScript: an old Node has to get as far as telling that it is too old.
var oldest = [22, 19]
var version = process.versions.node.split('.').map(Number)

if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1])) {
  console.error('assay: needs Node ' + oldest.join('.') + ' or newer, and this is Node ' + process.versions.node + '.')
  process.exitCode = 2
} else {
  start()
}

function start() {
  // By name, not by `import`: this package is ESM, and an old Node would fail on the syntax before it came here.
  var load = new Function('url', 'return import(url)')
  var base = new URL('..', 'file://')
  load(base)
}
