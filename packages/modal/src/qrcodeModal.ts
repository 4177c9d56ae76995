import { PairingExpiredError } from '@hawser/core'
import { createUriModal, type UriModal, type UriModalOptions } from './createUriModal.ts'
import { parseAnyShownPairing } from './shownPairing.ts'

/** The options of the older reference modal. */
export type QRCodeModalOptions = {
  /** The address of the whole list of wallets. Without it the built-in wallets are shown, without any request. */
  readonly registryUrl?: string
  /** Names of the wallets to show on phones, or parts of them. Default: all. */
  readonly mobileLinks?: readonly string[]
  /** Names of the wallets to show on desktops, or parts of them. Default: all. */
  readonly desktopLinks?: readonly string[]
  /** Which wallets the relay of your client reaches, as for `createLinker`. Default: `network`, the wallets of the stores. */
  readonly relayReach?: UriModalOptions['relayReach']
}

/** The API of the older reference modal around our classic variant. */
export type QRCodeModal = {
  /**
   * Shows a pairing URI of version 1 or 2. `onClosed` is called when the visitor closes the modal, or when it cannot be shown.
   * @throws InvalidPairingUriError, PairingExpiredError
   */
  open(uri: string, onClosed?: (() => void) | null, options?: QRCodeModalOptions): void
  /** Closes it without calling back. Does nothing when it is closed. */
  close(): void
}

/** Creates a modal with the older API. */
export function createQRCodeModal(): QRCodeModal {
  let current: UriModal | undefined
  let forget = () => {}

  return {
    open(uri, onClosed, options = {}) {
      const pairing = parseAnyShownPairing(uri, Date.now())
      if (pairing.expiresAt <= Date.now()) throw new PairingExpiredError('This pairing link is over. Make a new one.')
      // The remains of the last opening have other options and another caller.
      forget()
      current?.stop()
      const { registryUrl, mobileLinks, desktopLinks, relayReach } = options
      const modal = createUriModal({
        chains: [],
        relayReach,
        modal: { variant: 'classic', ...(registryUrl !== undefined && { classicRegistryUrl: registryUrl }) },
        namedWallets: { mobile: mobileLinks, desktop: desktopLinks },
      })
      current = modal
      forget = modal.subscribe(({ open }) => {
        if (!open) onClosed?.()
      })
      // The failure was reported as closed; nobody listens here any more.
      modal.open(pairing).catch(() => {})
    },
    close() {
      forget()
      current?.close()
    },
  }
}

/** The default export of the older packages. */
export const QRCodeModal: QRCodeModal = createQRCodeModal()
