export { type HawserOptions, hawser } from './hawser.ts'
