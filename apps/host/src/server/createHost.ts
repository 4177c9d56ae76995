import { randomBytes as nodeRandomBytes } from 'node:crypto'
import { createLink, openSqliteLinkStore, printFailure, type SqliteLinkStore } from '@hawser/link'
import { InvalidHostOptionError } from '../errors.ts'
import { createAccountRoutes } from './accounts/accountRoutes.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createFreshPassword } from './accounts/freshPassword.ts'
import { createHostLimits } from './accounts/hostLimits.ts'
import { passwordCost as defaultPasswordCost } from './accounts/password.ts'
import { askForProofs, createWalletSignIn } from './accounts/walletSignIn.ts'
import { defaultChains, type HostOptions } from './hostOptions.ts'
import { createHostRoutes, linkPath } from './hostRoutes.ts'
import { type HostTables, migrateHost } from './hostSchema.ts'
import { readClientAddress } from './http/clientAddress.ts'
import { formatSecurityHeaders } from './http/headers.ts'
import type { ClientConnection } from './http/listen.ts'
import { type PageFile, readPageFiles } from './http/pageFiles.ts'
import { createSecurityText } from './http/securityText.ts'
import { createCookieSessions } from './sessions/cookieSessions.ts'
import type { SessionLimits } from './sessions/liveSessions.ts'
import { createSessionCookie } from './sessions/sessionCookie.ts'
import { createSessionList } from './sessions/sessionList.ts'
import { createVisitorSessions } from './sessions/visitorSessions.ts'
import { createVisitorSweep } from './sessions/visitorSweep.ts'

export type Host = {
  /** `client.address` is the one the connection comes from: what is limited by address goes by it and by `trustedProxies`. */
  fetch(request: Request, client?: ClientConnection): Promise<Response>
  stop(): Promise<void>
}

const hour = 3_600_000
const defaultLimits: SessionLimits = { idleMs: 12 * hour, absoluteMs: 7 * 24 * hour }
const sweepMs = hour / 6

/**
 * The demo host app's server: an anonymous session per visitor, who may sign up, the link API mounted for it, and the built
 * page.
 * @throws PageNotBuiltError, LinkStoreUnavailableError, LinkStoreNewerError, HostDataNewerError, InvalidHostOptionError,
 * InvalidLinkOptionsError
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const pageFiles = readPageFiles(options.pageDir)
  // The sessions have a table of their own in link's file: what makes a host user and what they linked is lost or kept as one.
  const store = await openSqliteLinkStore({ file: options.dataFile })
  try {
    return await openHost(options, store, pageFiles)
  } catch (error) {
    await store.stop()
    throw error
  }
}

async function openHost(
  options: HostOptions,
  store: SqliteLinkStore,
  pageFiles: ReadonlyMap<string, PageFile>,
): Promise<Host> {
  const { now = Date.now, randomBytes = nodeRandomBytes, sessionLimits: limits = defaultLimits } = options
  const { passwordCost: cost = defaultPasswordCost, hashKey = nodeRandomBytes(32), trustedProxies = 0 } = options
  const { chains = defaultChains, rpc, originSecret, framedBy, relayReach, securityContact: contact } = options
  const publicUrl = new URL(options.publicUrl)
  if (publicUrl.protocol === 'https:' && trustedProxies === 0)
    throw new InvalidHostOptionError(
      '`publicUrl` is https and this server speaks plain http, so a proxy stands before it: set `trustedProxies` to how many add to X-Forwarded-For, mostly 1. Otherwise all visitors count as one address.',
    )
  const securityText = contact === undefined ? undefined : createSecurityText({ contact, publicUrl, now })
  const securityHeaders = formatSecurityHeaders({
    publicUrl,
    relayUrl: new URL(options.relayUrl),
    registryUrl: new URL(options.registryUrl),
    framedBy,
  })
  const config = {
    relay: { url: options.relayUrl, ...(relayReach && { reach: relayReach }) },
    registry: { url: options.registryUrl },
    link: { url: linkPath, handoff: true, ...(originSecret && { originStatement: true }) },
    walletUrl: options.walletUrl,
    chains,
    ...(framedBy && { framedBy }),
  }
  const database = store.database.withTables<HostTables>()
  await migrateHost(database)
  const sessions = createVisitorSessions({ database, limits, now, randomBytes })
  const cookieSessions = createCookieSessions({
    cookie: createSessionCookie(publicUrl),
    sessions,
    absoluteMs: limits.absoluteMs,
  })
  const { readToken, findVisitor, findAsker, formatCookie } = cookieSessions
  const sweep = createVisitorSweep({ database, store, limits, now, onFailure: printFailure })
  const { takeSignIn, takeVisitor } = createHostLimits({ store, hashKey, now })
  const accounts = createAccounts({ database, sessions, cost, names: options.names, now, randomBytes })
  const freshPasswordMs = createFreshPassword({ sessions, now })
  const link = createLink({
    ...createWalletSignIn({ accounts, freshPasswordMs, findAsker, formatCookie, free: sweep.free }),
    store,
    publicUrl: publicUrl.origin,
    chains,
    ...(rpc && { rpc }),
    hostUser: findVisitor,
    handoff: { pageUrl: `${publicUrl.origin}${linkPath}/handoff` },
    allowsHttp: options.allowsHttp === true,
    hashKey,
    trustedProxies,
    ...(originSecret && { originStatements: { secret: originSecret } }),
    now,
    randomBytes,
  })

  const accountRoutes = createAccountRoutes({
    accounts,
    sessions,
    signedLabel: link.signedLabel,
    sessionList: createSessionList({ database, limits, now }),
    freshPasswordMs,
    findAsker,
    takeSignIn,
    origin: publicUrl.origin,
    readToken,
    formatCookie,
    free: sweep.free,
    askForProofs: (visitorId) => askForProofs({ store, visitorId, at: now() }).catch(printFailure),
  })

  const app = createHostRoutes({
    publicUrl,
    securityHeaders,
    config,
    securityText,
    pageFiles,
    link,
    accountRoutes,
    sessions,
    cookieSessions,
    freshPasswordMs,
    takeVisitor,
  })

  // Not awaited: the page is there before what was left behind is gone.
  const runSweep = () => void sweep.run().catch(printFailure)
  runSweep()
  const sweeper = setInterval(runSweep, sweepMs)
  sweeper.unref()
  return {
    async fetch(request, client) {
      const peer = client?.address
      const forwardedFor = request.headers.get('x-forwarded-for')
      return app.fetch(request, { peer, clientAddress: readClientAddress({ peer, forwardedFor, trustedProxies }) })
    },
    async stop() {
      clearInterval(sweeper)
      await sweep.stop()
      await store.stop()
    },
  }
}
