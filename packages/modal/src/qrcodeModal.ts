import { PairingExpiredError } from '@hawser/core'
import { createUriModal, type UriModal, type UriModalOptions } from './createUriModal.ts'
import { parseAnyShownPairing } from './shownPairing.ts'

/** The options of the older reference modal. */
export type QRCodeModalOptions = {
  /** The address of the whole list of wallets. Without it the built-in wallets are shown, without any request. */
  readonly registryUrl?: string
  /** Full or partial names of the wallets to show on phones. Default: all. */
  readonly mobileLinks?: readonly string[]
  /** Full or partial names of the wallets to show on desktops. Default: all. */
  readonly desktopLinks?: readonly string[]
  /** The wallets that your client's relay reaches, as for `createLinker`. Default: `network`, the wallets of the stores. */
  readonly relayReach?: UriModalOptions['relayReach']
}

/** The API of the older reference modal, around Hawser's classic variant. */
export type QRCodeModal = {
  /**
   * Shows a pairing URI of version 1 or 2. Calls `onClosed` when the visitor closes the modal, or when it cannot be shown.
   * @throws InvalidPairingUriError, PairingExpiredError
   */
  open(uri: string, onClosed?: (() => void) | null, options?: QRCodeModalOptions): void
  /** Closes the modal without calling `onClosed`. Does nothing if the modal is closed. */
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
      // The previous modal has other options and another caller.
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
      // `onClosed` has already reported the failure, and this promise has no other reader.
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
