export { createHost, type Host } from './createHost.ts'
export {
  AccountError,
  HostDataNewerError,
  HostError,
  HostUnknownError,
  InvalidHostOptionError,
  PageNotBuiltError,
} from './errors.ts'
export type { HostOptions } from './hostOptions.ts'
export { type ClientConnection, type Listening, listen } from './listen.ts'
