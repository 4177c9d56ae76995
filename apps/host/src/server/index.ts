export { createHost, type Host, type HostOptions } from './createHost.ts'
export { AddressRefusedError, HostError, PageNotBuiltError, PortTakenError } from './errors.ts'
export { type Listening, listen } from './listen.ts'
