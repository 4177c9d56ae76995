import type { Listing } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'
import {
  type Choice,
  isReachedByHandoff,
  type NetworksOfWallets,
  networksOf,
  type Via,
  viaForListing,
} from '../wallets/routes.ts'

/** The views for a single wallet. */
export type WalletViewName =
  | 'DesktopConnecting'
  | 'MobileConnecting'
  | 'WebConnecting'
  | 'MobileQrcodeConnecting'
  | 'ExtensionConnecting'
  | 'ChooseNetwork'
  | 'InstallWallet'

/**
 * The views of the modal (V1…V8), and the views for visitors without a wallet, with a wallet on their phone, or with a wallet
 * that has its own browser.
 */
export type ViewName =
  | 'ConnectWallet'
  | 'WalletExplorer'
  | 'Qrcode'
  | 'GetWallet'
  | 'Handoff'
  | 'WalletBrowser'
  | WalletViewName

/** The view that the modal shows. An unknown name is kept unchanged and rendered as "Not Found" (V9). */
export type View =
  | { readonly name: Exclude<ViewName, WalletViewName | 'WalletBrowser' | 'Handoff'> }
  /** `listing`: the chosen wallet, if any. */
  | { readonly name: 'Handoff'; readonly listing?: Listing }
  /** Offers to open the page in the wallet's own browser. This page waits for nothing: the visitor continues in the wallet. */
  | { readonly name: 'WalletBrowser'; readonly listing: Listing }
  | { readonly name: WalletViewName; readonly listing: Listing }

/** The visitor's path through the views, never empty. The last view is shown. */
export type ViewStack = readonly [View, ...View[]]

const firstView: View = { name: 'ConnectWallet' }
const viewNames: Readonly<Record<Via, WalletViewName>> = {
  mobile: 'MobileConnecting',
  desktop: 'DesktopConnecting',
  web: 'WebConnecting',
  qrcode: 'MobileQrcodeConnecting',
  extension: 'ExtensionConnecting',
}

const connectingNames: readonly string[] = Object.values(viewNames)

/** Returns the stack with which the modal opens (S2). */
export function resetViews(): ViewStack {
  return [firstView]
}

/** Returns the shown view. */
export function currentView(stack: ViewStack): View {
  return stack.at(-1) ?? firstView
}

/** Shows a view on top. Pushing the shown view does nothing (S2). */
export function pushView(stack: ViewStack, view: View): ViewStack {
  return isSameView(currentView(stack), view) ? stack : [...stack, view]
}

/** Replaces the shown view. On the first view this does nothing (S2). */
export function replaceView(stack: ViewStack, view: View): ViewStack {
  const [first, ...rest] = stack
  return rest.length === 0 ? stack : [first, ...rest.slice(0, -1), view]
}

/** Goes back to the previous view. On the first view this does nothing. */
export function popView(stack: ViewStack): ViewStack {
  const [first, ...rest] = stack
  return rest.length === 0 ? stack : [first, ...rest.slice(0, -1)]
}

/** Returns the view for a way to reach a wallet. */
export function viewForVia(listing: Listing, via: Via): View {
  return { name: viewNames[via], listing }
}

/**
 * Returns the view after the choice of a wallet (S3, S4). On a phone, the wallet's own browser comes after every other way; its
 * view offers an install if no link to the wallet works. On a computer, a handoff comes last, if it is offered (`canHandOff`).
 * A wallet of this browser with several networks is asked only after the choice of a network.
 */
export function viewForListing(
  listing: Listing,
  platform: Platform,
  installed: readonly string[] = [],
  networks?: NetworksOfWallets,
  canHandOff = false,
): View {
  const via = viaForListing(listing, platform, installed)
  if (via === 'extension' && networksOf(listing, networks)) return { name: 'ChooseNetwork', listing }
  if (via !== undefined) return viewForVia(listing, via)
  if (canHandOff && platform.device === 'desktop' && isReachedByHandoff(listing)) return { name: 'Handoff', listing }
  return { name: platform.device === 'phone' && listing.browser ? 'WalletBrowser' : 'InstallWallet', listing }
}

/**
 * Adapts the stack to the wallet chosen in the flow. The stack contains the connecting view exactly as long as the wallet is
 * chosen, so that views never contradict the flow.
 */
export function followChoice(stack: ViewStack, choice: Choice | undefined): ViewStack {
  const view = choice && viewForVia(choice.listing, choice.via)
  const [first, ...rest] = stack
  const kept = rest.filter((item) => !isConnecting(item) || (view !== undefined && isSameView(item, view)))
  const isShown = view === undefined || kept.some((item) => isSameView(item, view))
  if (isShown && kept.length === rest.length) return stack
  return isShown ? [first, ...kept] : [first, ...kept, view]
}

/**
 * Returns the place of the code. `shown`: on screen. `ready`: to be shown, or opened by the next tap. `opened`: opened with a
 * wallet's link, so that it must stay unchanged. `isKeptBack`: the first view has another code in its place.
 */
export function placeOfCode(
  view: View,
  choice: { readonly via: Via } | undefined,
  platform: Platform,
  variant: 'standard' | 'classic' = 'standard',
  isKeptBack = false,
): 'shown' | 'ready' | 'opened' {
  if (choice !== undefined && choice.via !== 'qrcode' && choice.via !== 'extension') return 'opened'
  if (view.name === 'Qrcode' || view.name === 'MobileQrcodeConnecting') return 'shown'
  const hasCode = !isKeptBack && (platform.device === 'desktop' || variant === 'classic')
  return view.name === 'ConnectWallet' && hasCode ? 'shown' : 'ready'
}

/** Whether a view waits for a chosen wallet. */
export function isConnecting(view: View): boolean {
  return connectingNames.includes(view.name)
}

function isSameView(a: View, b: View): boolean {
  return (
    a.name === b.name && ('listing' in a ? a.listing?.id : undefined) === ('listing' in b ? b.listing?.id : undefined)
  )
}
