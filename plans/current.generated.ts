export { default as plans } from './0.1.0.json' with { type: 'json' }
