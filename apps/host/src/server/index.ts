export { createHost, type Host } from './createHost.ts'
export type { HostOptions } from './hostOptions.ts'
export { type ClientConnection, listen, type RunningServer } from './http/listen.ts'
