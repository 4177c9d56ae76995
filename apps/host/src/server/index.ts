export { createHost, type Host } from './createHost.ts'
export type { HostOptions } from './hostOptions.ts'
export { type ClientConnection, type Listening, listen } from './http/listen.ts'
