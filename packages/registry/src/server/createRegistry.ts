import { setTimeout as pause } from 'node:timers/promises'
import { isListingId, NotFoundError } from '@hawser/wire'
import type { Bundle } from '../bundle/bundle.ts'
import { InternalError, InvalidQueryError, MethodNotAllowedError } from '../errors.ts'
import { createWalletIndex } from '../search/walletIndex.ts'
import type { RegistryRequest, RegistryResponse, RoutedResponse } from './answers/answer.ts'
import { createAnswerCache } from './answers/answerCache.ts'
import { createBundleAnswers } from './answers/bundleAnswers.ts'
import { preflightAnswer, respondError, respondText } from './answers/respond.ts'
import type { StoredAnswer } from './answers/storedAnswer.ts'
import { normalizePath } from './normalizePath.ts'
import { formatOpenApi } from './openApi.ts'
import { appKitRoutes } from './routes/appKit.ts'
import { cloudRoutes } from './routes/cloud.ts'
import { z } from './routes/documentedZod.ts'
import { explorerRoutes } from './routes/explorer.ts'
import { imageRoutes } from './routes/images.ts'
import { clientParams, readQuery } from './routes/query.ts'
import { createRoute, jsonType, type Route } from './routes/route.ts'
import { walletRoutes } from './routes/wallets.ts'

export type RegistryOptions = {
  readonly bundle: Bundle
  /**
   * The address that clients use, for the image addresses in answers to older clients, which do not accept relative
   * addresses. Default: none, and image addresses are paths.
   */
  readonly publicUrl?: string
  /** The previous registry: clients with its manifest still get its pages. */
  readonly before?: Registry
  /** Receives failures that are the registry's own fault. Default: ignored. */
  readonly onFailure?: (error: unknown) => void
}

export type Registry = {
  /** Answers a web-standard request, for your own server. */
  fetch(request: Request): Promise<Response>
  /** Answers without the objects of the web standard, for `listenRegistry`. Never throws or rejects. */
  respond(request: RegistryRequest): RoutedResponse | Promise<RoutedResponse>
  readonly bundle: Bundle
  /** The bundle's files as answers, by path. */
  readonly files: ReadonlyMap<string, StoredAnswer>
  /** Compresses the bundle's files, one after the other with a pause after each, so that no client waits. */
  compress(pauseMs: number): Promise<void>
}

/**
 * Makes the HTTP service that lists wallets and how to open them. It serves the files of the bundle under `/v1`, its own
 * search under `/v1/wallets`, and the paths of other registries' clients (`/v1/openapi.json` lists them all). Errors are
 * `{ code, message }`. A request never reads from disk.
 * @example
 * const registry = createRegistry({ bundle: loadBundle('./bundle') })
 * const { url } = await listenRegistry(registry, { port: 4403, host: '127.0.0.1' })
 */
export function createRegistry(options: RegistryOptions): Registry {
  const { bundle, onFailure } = options
  // Keeps only the files of the previous registry: the whole registry would keep its own predecessor as well.
  const older = options.before?.files
  const files = createBundleAnswers(bundle, older)
  const findRoute = createRouter(routesOf(bundle, options.publicUrl ?? ''))

  const find = (path: string, query: string): StoredAnswer => {
    const file = files.get(path) ?? older?.get(path)
    if (file !== undefined) {
      readQuery(query, fileParams)
      return file
    }
    const found = findRoute(path)
    if (found === undefined) throw new NotFoundError('The registry serves nothing under this path.')
    return found.route.answer(query, found.id)
  }
  const fail = (error: unknown) => ({ ...answerFailure(error, onFailure), route: 'none' })
  const respond = (request: RegistryRequest): RoutedResponse | Promise<RoutedResponse> => {
    try {
      if (request.method === 'OPTIONS') return preflight
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new MethodNotAllowedError('The registry only answers GET and HEAD.')
      const { path, query } = splitTarget(request.target)
      if (path === '/healthz') return health
      const made = find(path, query).answer(request)
      return made instanceof Promise ? made.catch(fail) : made
    } catch (error) {
      return fail(error)
    }
  }
  return {
    respond,
    bundle,
    files,
    async compress(pauseMs) {
      for (const file of files.values()) {
        await file.compress()
        await pause(pauseMs, undefined, { ref: false })
      }
    },
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { headers } = request
      const {
        status,
        headers: own,
        body,
      } = await respond({
        method: request.method,
        target: pathname + search,
        ifNoneMatch: headers.get('If-None-Match') ?? undefined,
        acceptEncoding: headers.get('Accept-Encoding') ?? undefined,
      })
      return new Response(request.method === 'HEAD' ? null : body, { status, headers: own })
    },
  }
}

const health = { ...respondText(200, 'ok'), route: '/healthz' }
const preflight = { ...preflightAnswer, route: 'none' }
const fileParams = new Set<string>(clientParams)
const documentMaxAgeSeconds = 3_600

function routesOf(bundle: Bundle, publicUrl: string): readonly Route[] {
  const index = createWalletIndex(bundle)
  const cache = createAnswerCache()
  const routes = [
    ...walletRoutes(index, cache),
    ...explorerRoutes(index, cache),
    ...cloudRoutes(index, cache, publicUrl),
    ...appKitRoutes(index, cache, publicUrl),
    ...imageRoutes(index, bundle.files, cache),
  ]
  const format = (): string => formatOpenApi([...routes, document])
  const document = documentRoute(format, cache)
  return [...routes, document]
}

function documentRoute(format: () => string, cache: Parameters<typeof walletRoutes>[1]): Route {
  return createRoute({
    path: '/v1/openapi.json',
    tag: 'document',
    summary: 'This document.',
    query: {},
    ignored: clientParams,
    answers: { 'application/json': z.any() },
    maxAgeSeconds: documentMaxAgeSeconds,
    cache,
    make: () => ({ body: format(), type: jsonType }),
  })
}

/**
 * Creates a function that finds the route of a path. A param is the last part of the path, unchanged: ids need no
 * percent signs.
 */
function createRouter(
  routes: readonly Route[],
): (path: string) => { readonly route: Route; readonly id: string } | undefined {
  const fixed = new Map(routes.map((route) => [route.path, route]))
  const prefixes = new Map(
    routes.filter(({ path }) => path.endsWith('/{id}')).map((route) => [route.path.slice(0, -'{id}'.length), route]),
  )
  return (path) => {
    const whole = fixed.get(path)
    if (whole !== undefined) return whole.path.includes('{') ? undefined : { route: whole, id: '' }
    const cut = path.lastIndexOf('/') + 1
    const route = prefixes.get(path.slice(0, cut))
    const id = path.slice(cut)
    return route !== undefined && isListingId(id) ? { route, id } : undefined
  }
}

function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const at = target.indexOf('?')
  const path = normalizePath(at === -1 ? target : target.slice(0, at))
  return { path, query: at === -1 ? '' : target.slice(at + 1) }
}

function answerFailure(error: unknown, onFailure: RegistryOptions['onFailure']): RegistryResponse {
  if (error instanceof InvalidQueryError) return respondError(400, error)
  if (error instanceof NotFoundError) return respondError(404, error)
  if (error instanceof MethodNotAllowedError) return respondError(405, error, { Allow: 'GET, HEAD, OPTIONS' })
  onFailure?.(error)
  return respondError(500, new InternalError('The registry failed. Try again later.'))
}
