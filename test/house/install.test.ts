import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

/** Scripts of which npm warns whoever installs a package that has them. */
const warned = ['preinstall', 'install', 'postinstall', 'prepare']

describe('the package', () => {
  it('runs nothing when it is installed, so that npm prints no warning', () => {
    expect(Object.keys(manifest.scripts).filter((name) => warned.includes(name))).toEqual([])
  })

  it('is built in a checkout with `npm ci`, and before it is packed', () => {
    // The name is an old one: it runs with `npm ci` and `npm install` in a checkout, and nowhere else.
    // What is packed also has what `assay explain` prints: two minutes of playing that a checkout is spared.
    const { build, prepublish, prepack } = manifest.scripts
    expect({ prepublish, prepack }).toEqual({ prepublish: build, prepack: `${build} && node tools/explanations.ts` })
  })
})
