import { useChunk } from '../frame/useChunk.ts'
import type { WalletViewProps } from '../frame/viewProps.ts'
import { loadOwnRelay } from '../reach/loadOwnRelay.ts'
import { InstallWallet } from './InstallWallet.tsx'

const fetchInstall = async () => (await loadOwnRelay()).OwnRelayInstall

/** A wallet that is not on this device. If installing it would not help, the view says so instead of linking to a store. */
export function Install(props: WalletViewProps) {
  return props.state.ownRelay === undefined ? <InstallWallet {...props} /> : <OwnInstall {...props} />
}

function OwnInstall(props: WalletViewProps) {
  const { Part } = useChunk(fetchInstall)
  return Part === undefined ? null : <Part {...props} install={<InstallWallet {...props} />} />
}
