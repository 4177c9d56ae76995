export { createHost, type Host, type HostOptions } from './createHost.ts'
export { AccountError, HostDataNewerError, HostError, HostUnknownError, PageNotBuiltError } from './errors.ts'
export { type ClientConnection, type Listening, listen } from './listen.ts'
