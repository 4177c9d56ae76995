import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { type ClientConnection, createHost, type HostOptions, listen } from '@hawser/app-host/server'
import { createWallet } from '@hawser/app-wallet/server'
import { createRegistry, createUnsignedBundle, lookAlikeKey, mixedScripts, type Registry } from '@hawser/registry'
import { createRelay, createSqliteMailbox, PortTakenError, type RelayLogger } from '@hawser/relay'
import { type StackAddresses, stackAddresses, stackPorts } from './addresses.ts'
import { buildPages, type PageFolders } from './buildPages.ts'
import { openDataFolder } from './dataFolder.ts'
import { demoListing } from './demoListing.ts'
import { AddressRefusedError } from './errors.ts'
import { loadListingsWithIcons, prepareIcons } from './icons.ts'

export type Stack = {
  readonly addresses: StackAddresses
  /** Closes every socket and database. Idempotent. */
  stop(): Promise<void>
}

/**
 * Boots relay, registry, host app and wallet in this process, on SQLite files in `dataDir`. If a part cannot start, the parts
 * that have started stop again.
 * @throws DataFolderUnwritableError, DataFolderInUseError, PortTakenError, AddressRefusedError, PageBuildFailedError
 */
export async function createStack(options: {
  /** The host app's port; wallet, relay and registry take the next three. */
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Chains whose accounts are linked. Default: the host app's own. */
  readonly chains?: HostOptions['chains'] | undefined
  /** RPC addresses by chain, for smart accounts. Default: none, so that smart accounts cannot be linked. */
  readonly rpc?: HostOptions['rpc'] | undefined
  /** Origins whose pages may frame the host app's pages. Default: none. */
  readonly framedBy?: HostOptions['framedBy'] | undefined
  /** The contact for reports of weaknesses, for the host app's security.txt. Default: no security.txt. */
  readonly securityContact?: HostOptions['securityContact'] | undefined
  /** Folder of listings with icons (`hawser registry icons`). Default: none, and the modal shows initials. */
  readonly iconsDir?: string | undefined
  /**
   * Folder that keeps icons of the installed package, created when absent (`prepareIcons`). The stack shows initials until the
   * icons are made. Ignored if `iconsDir` is given. Default: none.
   */
  readonly iconCache?: string | undefined
  /** Folders of built pages. Without them, the stack builds the pages that are stale. */
  readonly pages?: PageFolders
  readonly log?: (line: string) => void
  readonly isVerbose?: boolean
}): Promise<Stack> {
  const { port, host, log = () => {}, isVerbose = false } = options
  const ports = stackPorts(port)
  const addresses = stackAddresses(host, port)
  const servers: (() => Promise<void>)[] = []
  const stores: (() => void | Promise<void>)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => {
    // Servers stop first and together, then their stores, and the lock of the folder last. After a failure the rest still
    // stops.
    stopping ??= stores
      .reduceRight<Promise<unknown>>((done, close) => done.finally(close), stopAll(servers))
      .then(() => {})
    return stopping
  }

  try {
    const folder = openDataFolder(options.dataDir)
    stores.push(folder.release)
    // Ports are probed before the build, so that a taken port is reported at once.
    for (const each of Object.values(ports)) await probePort(each, host)
    // A browser tries ::1 first for localhost, and would reach another program that listens there.
    if (host === '127.0.0.1') for (const each of Object.values(ports)) await probePort(each, '::1', ['EADDRINUSE'])
    const ended = new AbortController()
    servers.push(async () => ended.abort())
    const madeIcons =
      options.iconsDir === undefined && options.iconCache !== undefined
        ? prepareIcons(options.iconCache, { log, signal: ended.signal })
        : undefined
    const pages = options.pages ?? (await buildPages(log))

    const mailbox = createSqliteMailbox({ file: folder.file('relay.sqlite'), now: Date.now })
    const relay = createRelay({ mailbox, ...(isVerbose && { logger: createRelayLog(log) }) })
    // Stopping the relay closes its mailbox as well, whether it listens or not.
    servers.push(() => relay.stop())
    await relay.listen({ port: ports.relay, host })

    const serve = async (
      fetch: (request: Request, client: ClientConnection) => Response | Promise<Response>,
      servedPort: number,
    ) => {
      const server = await listen({ fetch, port: servedPort, host })
      servers.push(() => server.stop())
    }
    const openRegistry = (iconsDir: string | undefined, before?: Registry) => {
      const { listings, images } = loadListingsWithIcons(iconsDir, log, demoListing(addresses))
      const bundle = createUnsignedBundle(listings, Date.now(), images)
      const registryOptions = { bundle, publicUrl: addresses.registry, onFailure: console.error }
      return createRegistry({ ...registryOptions, ...(before && { before }) })
    }
    let registry = openRegistry(options.iconsDir)
    await serve((request) => registry.fetch(request), ports.registry)
    void madeIcons?.then((folder) => {
      if (folder !== undefined) registry = openRegistry(folder, registry)
      else if (!ended.signal.aborted) log('No icons of wallets could be made: they are shown by their initials.')
    })
    const originChecks = { knownScams: [], allowsLoopback: true }
    const wallet = createWallet({
      pageDir: pages.wallet,
      publicUrl: addresses.wallet,
      relayUrl: addresses.relay,
      originChecks,
    })
    await serve(wallet.fetch, ports.wallet)
    const hostApp = await createHost({
      dataFile: folder.file('host.sqlite'),
      secret: folder.secret('host-secret'),
      publicUrl: addresses.host,
      // The stack is a demo, on any interface that the operator chooses.
      allowsHttp: true,
      relayUrl: addresses.relay,
      registryUrl: addresses.registry,
      walletUrl: addresses.wallet,
      pageDir: pages.host,
      names: { lookAlikeKey, mixedScripts },
      // A new secret at each start is enough: statements live five minutes, and wallets ask again for keys that do not fit.
      originSecret: randomBytes(32),
      ...(options.chains && { chains: options.chains }),
      ...(options.rpc && { rpc: options.rpc }),
      ...(options.framedBy && { framedBy: options.framedBy }),
      ...(options.securityContact && { securityContact: options.securityContact }),
    })
    stores.push(() => hostApp.stop())
    await serve(hostApp.fetch, ports.host)
    return { addresses, stop }
  } catch (error) {
    await stop()
    throw toStackError(error, port)
  }
}

/** Logs each event of the relay as one line. */
function createRelayLog(log: (line: string) => void): RelayLogger {
  const write = (fields: object, text: string) => log(`relay: ${text} ${JSON.stringify(fields)}`)
  return { info: write, warn: write, error: write }
}

/** Rejects if listening on the port would fail. With `only`, failures with other codes are ignored. */
function probePort(port: number, host: string, only?: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code ?? error.message
      if (only !== undefined && !only.includes(reason)) return resolve()
      reject(reason === 'EADDRINUSE' ? portTaken(port) : addressRefused(host, port, reason))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

function addressRefused(host: string, port: number, reason: string): AddressRefusedError {
  return new AddressRefusedError(
    `Cannot listen on ${host}, port ${port} (${reason}). Choose another interface with --host or another port with --port.`,
  )
}

function portTaken(port: number): PortTakenError {
  return new PortTakenError(
    `Port ${port} is taken by another program. Stop that program, or choose four free ports in a row with --port N.`,
  )
}

async function stopAll(servers: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(servers.map((stop) => stop()))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}

/** Converts a taken port: another program can take it between the probe and the start. */
function toStackError(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'EADDRINUSE')
    return portTaken('port' in error && typeof error.port === 'number' ? error.port : port)
  return error
}
