import { createHash, randomBytes } from 'node:crypto'
import { addressOf, createLink, openSqliteLinkStore, printFailure, type SqliteLinkStore } from '@hawser/link'
import type { Hono } from 'hono'
import { InvalidHostOptionError } from '../errors.ts'
import { createAccountRoutes } from './auth/accountRoutes.ts'
import { lookKeyOf } from './auth/checkName.ts'
import { createAuth } from './auth/createAuth.ts'
import { createHostLimits } from './auth/hostLimits.ts'
import type { Visitor } from './auth/visitor.ts'
import { createVisitorSweep } from './auth/visitorSweep.ts'
import { createWalletSignIn } from './auth/walletSignIn.ts'
import { type HostTables, prepareHostData } from './hostData.ts'
import { defaultChains, type HostOptions } from './hostOptions.ts'
import { createHostRoutes, linkPath } from './hostRoutes.ts'
import { formatSecurityHeaders } from './http/headers.ts'
import type { ClientConnection } from './http/listen.ts'
import { createPageFiles } from './http/pageFiles.ts'
import { createSecurityText } from './http/securityText.ts'

export type Host = {
  /** `client.address` is the address of the connection. Limits by address depend on it and on `trustedProxies`. */
  fetch(request: Request, client?: ClientConnection): Promise<Response>
  stop(): Promise<void>
}

const hour = 3_600_000
const defaultLimits = { idleMs: 12 * hour, absoluteMs: 7 * 24 * hour }
const sweepMs = hour / 6

/**
 * Creates the demo host app's server: the visitors' sessions and accounts, the link API for them, and the built page.
 * @throws PageNotBuiltError, LinkStoreUnavailableError, LinkStoreNewerError, HostDataVersionError, InvalidHostOptionError,
 * InvalidLinkOptionsError
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const pageFiles = createPageFiles(options.pageDir)
  // Better Auth's tables are in link's file, so that a host user and their links are lost or kept together.
  const store = await openSqliteLinkStore({ file: options.dataFile })
  try {
    return await openHost(options, store, pageFiles)
  } catch (error) {
    await store.stop()
    throw error
  }
}

async function openHost(options: HostOptions, store: SqliteLinkStore, pageFiles: Hono): Promise<Host> {
  const { secret = randomBytes(32).toString('hex'), sessionLimits = defaultLimits } = options
  const { names, password, trustedProxies = 0 } = options
  const { chains = defaultChains, rpc, originSecret, framedBy, relayReach, securityContact: contact } = options
  const publicUrl = new URL(options.publicUrl)
  const { origin } = publicUrl
  if (publicUrl.protocol === 'https:' && trustedProxies === 0)
    throw new InvalidHostOptionError(
      '`publicUrl` is https and this server speaks plain http, so a proxy is in front of it. Set `trustedProxies` to the number of proxies that add to X-Forwarded-For, usually 1. Otherwise all visitors count as one address.',
    )
  const securityText = contact === undefined ? undefined : createSecurityText(contact, publicUrl)
  const securityHeaders = formatSecurityHeaders(options)
  const config = {
    relay: { url: options.relayUrl, ...(relayReach && { reach: relayReach }) },
    registry: { url: options.registryUrl },
    link: { url: linkPath, handoff: true, ...(originSecret && { originStatement: true }) },
    walletUrl: options.walletUrl,
    chains,
    ...(framedBy && { framedBy }),
  }
  const database = store.database.withTables<HostTables>()
  const sweep = createVisitorSweep({ database, store, onFailure: printFailure })
  const auth = createAuth({
    database,
    publicUrl,
    secret,
    limits: sessionLimits,
    nameKey: (name) => lookKeyOf(name, names),
    password,
    onVisitorLeft: sweep.free,
  })
  await prepareHostData(database, auth.options)
  const hashKey = createHash('sha256').update(`limits ${secret}`).digest()
  const limits = createHostLimits({ store, hashKey })
  const link = createLink({
    ...createWalletSignIn(auth),
    store,
    publicUrl: origin,
    chains,
    ...(rpc && { rpc }),
    handoff: { pageUrl: `${origin}${linkPath}/handoff` },
    allowsHttp: options.allowsHttp === true,
    hashKey,
    trustedProxies,
    ...(originSecret && { originStatements: { secret: originSecret } }),
    ...(options.randomBytes && { randomBytes: options.randomBytes }),
  })

  const formatVisitor = (visitor: Visitor) => ({ label: link.signedLabel(visitor), name: visitor.name ?? null })
  const accountRoutes = createAccountRoutes({ auth, names, origin, store, limits, sweep, formatVisitor })
  const app = createHostRoutes({
    ...{ publicUrl, securityHeaders, config, securityText },
    ...{ pageFiles, link, auth, accountRoutes, formatVisitor, limits },
  })

  // Not awaited: the page is available before old visitors are removed.
  const runSweep = () => void sweep.run().catch(printFailure)
  runSweep()
  const sweeper = setInterval(runSweep, sweepMs)
  sweeper.unref()
  return {
    async fetch(request, client) {
      const peer = client?.address
      const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined
      // The address is unknown, and all visitors together must not share the limit of one.
      const isUnknown = peer === undefined && trustedProxies === 0
      const clientAddress = isUnknown ? undefined : addressOf({ peer, forwardedFor, trustedProxies })
      return app.fetch(request, { peer, clientAddress })
    },
    async stop() {
      clearInterval(sweeper)
      await sweep.stop()
      await store.stop()
    },
  }
}
