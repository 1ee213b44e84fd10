export { default as plans } from './1.0.0.json' with { type: 'json' }
