import { LinkUnavailableError } from './errors.ts'
import type { LinkClient, LinkClientOptions } from './linkClient.ts'

/**
 * A link client. Its code is fetched when it is first needed: a QR code is drawn without it.
 * @throws LinkUnavailableError - when the code cannot be fetched
 */
export async function loadLinkClient(options: LinkClientOptions): Promise<LinkClient> {
  try {
    const { createLinkClient } = await import('./linkClient.ts')
    return createLinkClient(options)
  } catch (cause) {
    throw new LinkUnavailableError('A part of this page could not be loaded. Try again, or reload the page.', { cause })
  }
}
