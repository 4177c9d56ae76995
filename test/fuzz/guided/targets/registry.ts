import { InvalidListingError, InvalidManifestError } from '../../../../packages/wire/src/errors.ts'
import { parseBrowserTemplate } from '../../../../packages/wire/src/registry/browserLink.ts'
import { formatListing, parseListing, parseListingPage } from '../../../../packages/wire/src/registry/listing.ts'
import { formatFrontLink, formatPairingLink } from '../../../../packages/wire/src/registry/pairingLink.ts'
import { formatManifest, parseSignedManifest } from '../../../../packages/wire/src/registry/registryManifest.ts'
import { parseRelayAddress } from '../../../../packages/wire/src/registry/relayAddress.ts'
import { parseNativeLink, parseWebLink } from '../../../../packages/wire/src/registry/walletLink.ts'
import { mustHold, parseJson, readOrRefuse, type Target } from '../target.ts'

// Links that a wallet must never have, as a browser reads them. The pattern is written here again, independent of the code
// under test.
const never =
  /^(?:(?:javascript|vbscript|data|blob|file|filesystem|about|https?|wss?|ftp|tel|sms|mailto|facetime|intent|itms|googlechromes?|firefox|ms|shortcuts|x-safari|wc)(?:[-+.].*)?|view-source|x-web-search):$/

function checkNative(link: string): void {
  mustHold(!never.test(new URL(link).protocol), 'a scheme is a wallet’s own')
  mustHold(/^[a-z][a-z0-9+.-]*:\/\//.test(link), 'a native link begins with its scheme')
}
function checkWeb(link: string): void {
  const { protocol, username, password, hostname } = new URL(link)
  mustHold(username + password === '', 'an address has no user')
  mustHold(protocol === 'https:' || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname), 'an address is https')
}

const pairing = `wc:${'a1'.repeat(32)}@2?relay-protocol=irn&symKey=${'b2'.repeat(32)}`

/** Links from a listing or a peer. */
export const links: Target = {
  name: 'links',
  cost: 1,
  run(input) {
    const native = parseNativeLink(input)
    if (native !== undefined) {
      mustHold(native === input, 'a native link is opened as it came')
      checkNative(native)
      mustHold(
        new URL(formatPairingLink(native, pairing)).protocol === new URL(native).protocol,
        'a pairing goes to the same scheme',
      )
      mustHold(
        new URL(formatFrontLink(native)).protocol === new URL(native).protocol,
        'the way back goes to the same scheme',
      )
    }
    const web = parseWebLink(input)
    if (web !== undefined) {
      checkWeb(web)
      mustHold(parseWebLink(web) === web, 'an address is normal')
      mustHold(new URL(formatPairingLink(web, pairing)).host === new URL(web).host, 'a pairing goes to the same host')
      mustHold(new URL(formatFrontLink(web)).host === new URL(web).host, 'the way back goes to the same host')
    }
    const template = parseBrowserTemplate(input)
    if (template !== undefined) {
      const filled = template.replace(/\{[^{}]*\}/g, encodeURIComponent('https://evil.example/@x#y'))
      mustHold(new URL(filled).host === new URL(template.replace(/\{[^{}]*\}/g, 'x')).host, 'an address moves no host')
      if (/^https?:/.test(template)) checkWeb(filled)
      else checkNative(filled)
    }
    const relay = parseRelayAddress(input)
    if (relay !== undefined) mustHold(/^wss?:$/.test(new URL(relay).protocol), 'a relay is a socket')
  },
}

/** A registry’s listing, page and manifest. */
export const bundle: Target = {
  name: 'bundle',
  cost: 3,
  run(input) {
    const value = parseJson(input)
    const listing = readOrRefuse(() => parseListing(value), InvalidListingError)
    if (listing !== undefined) {
      const written = JSON.stringify(formatListing(listing))
      mustHold(
        JSON.stringify(formatListing(parseListing(JSON.parse(written)))) === written,
        'a listing is written in one way',
      )
      for (const { native, universal } of [listing.mobile, listing.desktop]) {
        if (native !== undefined) checkNative(native)
        if (universal !== undefined) checkWeb(universal)
      }
    }
    readOrRefuse(() => parseListingPage(value), InvalidListingError)
    const signed = readOrRefuse(() => parseSignedManifest(value), InvalidManifestError)
    if (signed !== undefined)
      mustHold(
        JSON.stringify(parseSignedManifest({ manifest: formatManifest(signed.manifest) }).manifest) ===
          JSON.stringify(signed.manifest),
        'a manifest is written again as it was',
      )
  },
}
