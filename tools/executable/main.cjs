// The first code of the single executable, and of each of its threads. It must be CommonJS: Node embeds one script.
// Modules are taken from the assets of the executable, which have the names that they have in the package.
const { createRequire, registerHooks } = process.getBuiltinModule('node:module')
const { getAsset } = process.getBuiltinModule('node:sea')
const { isMainThread } = process.getBuiltinModule('node:worker_threads')

/** Where modules seem to be. No file system has anything below this path. */
const root = 'file:///dev/null/node_modules/assay/'
/** What packages are called inside: their own name, and the names that a project imports. */
const inside = JSON.parse(getAsset('modules.json', 'utf8'))
const program = `${root}main`

const find = (specifier, parent = '') => {
  if (specifier.startsWith(root)) return specifier
  if (parent.startsWith(root) && specifier.startsWith('.')) return new URL(specifier, parent).href
  if (parent.startsWith(root) && Object.hasOwn(inside.packages, specifier)) return root + inside.packages[specifier]
  return Object.hasOwn(inside.entries, specifier) ? root + inside.entries[specifier] : undefined
}

registerHooks({
  resolve(specifier, context, next) {
    const url = find(specifier, context.parentURL)
    return url === undefined ? next(specifier, context) : { url, format: formatOf(url), shortCircuit: true }
  },
  load(url, context, next) {
    if (!url.startsWith(root)) return next(url, context)
    const source = url === program ? 'module.exports = (url) => import(url)' : getAsset(url.slice(root.length), 'utf8')
    return { source, format: formatOf(url), shortCircuit: true }
  },
})

function formatOf(url) {
  return url === program ? 'commonjs' : 'module'
}

// An embedded script can import only what belongs to Node: a module that is loaded by the hooks can import everything.
createRequire(root)(program)(isMainThread ? `${root}dist/cli.js` : process.argv.at(-1))
