/** What keeps the host server from starting. `code` is the contract, `message` one line for a person. */
export abstract class HostError extends Error {
  abstract readonly code: string

  override get name(): string {
    return this.constructor.name
  }
}

/** There is no built page in the folder. */
export class PageNotBuiltError extends HostError {
  readonly code = 'page_not_built'
}

/** Another program listens on the port. */
export class PortTakenError extends HostError {
  readonly code = 'port_taken'
  readonly port: number

  constructor(port: number) {
    super(`Port ${port} is taken by another program. Stop that program or choose another port.`)
    this.port = port
  }
}

/** The address cannot be listened on: not one of this machine's, or not allowed. */
export class AddressRefusedError extends HostError {
  readonly code = 'address_refused'
}
