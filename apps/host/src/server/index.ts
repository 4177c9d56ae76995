export { createHost, type Host, type HostOptions } from './createHost.ts'
export { HostError, HostUnknownError, PageNotBuiltError } from './errors.ts'
export { type Listening, listen } from './listen.ts'
