export { type HawserConnector, type HawserOptions, hawser } from './hawser.ts'
