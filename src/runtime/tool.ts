import manifest from '../../package.json' with { type: 'json' }

/** Who says what is said. */
export const tool = { name: manifest.name, version: manifest.version }
