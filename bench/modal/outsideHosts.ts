import type { Registry } from '@hawser/registry'
import type { CDPSession } from '@playwright/test'

/** The latency and bandwidth of outside hosts. CDP shapes only traffic that really goes through the network. */
export type Shape = { readonly roundTripMs: number; readonly bytesPerSecond: number }

type Answer = { readonly status: number; readonly type: string; readonly body: Buffer }

/**
 * Answers for the hosts that the reference contacts, so that nothing leaves this machine. Our own registry answers in the
 * format the reference knows, and the attestation page attests at once. Every other request gets a quick empty answer.
 */
export async function answerOutsideHosts(
  session: CDPSession,
  registry: Pick<Registry, 'fetch'>,
  shape: Shape | undefined,
): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    void answer(new URL(request.url), registry)
      .then(async ({ status, type, body }) => {
        if (shape !== undefined) await wait(shape.roundTripMs + (body.length / shape.bytesPerSecond) * 1000)
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: [
            { name: 'content-type', value: type },
            { name: 'access-control-allow-origin', value: '*' },
            { name: 'access-control-allow-headers', value: '*' },
          ],
          body: body.toString('base64'),
        })
      })
      // The page can be closed by now.
      .catch(() => {})
  })
  // The page, the relay and the registry use plain http on loopback, so they are not intercepted.
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function answer(url: URL, registry: Pick<Registry, 'fetch'>): Promise<Answer> {
  if (url.hostname === 'explorer-api.walletconnect.com') {
    const response = await registry.fetch(new Request(url))
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? 'text/plain',
      body: Buffer.from(await response.arrayBuffer()),
    }
  }
  if (/^verify\.walletconnect\.(com|org)$/.test(url.hostname) && url.pathname.endsWith('/attestation')) {
    return { status: 200, type: 'text/html', body: Buffer.from(attestationPage(url)) }
  }
  return { status: 404, type: 'text/plain', body: Buffer.alloc(0) }
}

function attestationPage(url: URL): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const attestation = [part({ alg: 'none', typ: 'JWT' }), part({ id: url.searchParams.get('id') }), 'none'].join('.')
  const message = JSON.stringify({ type: 'verify_attestation', attestation })
  return `<!doctype html><script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`
}
