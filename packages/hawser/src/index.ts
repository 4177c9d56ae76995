export { hawserCommand } from './hawserCommand.ts'
