import type { WalletViewProps } from '../connecting/ConnectingFrame.tsx'
import { InstallWallet } from '../connecting/InstallWallet.tsx'
import { useChunk } from '../frame/useChunk.ts'
import { loadOwnRelay } from './loadOwnRelay.ts'

const fetchInstall = async () => (await loadOwnRelay()).OwnRelayInstall

/** A wallet that is not here: where installing it does not help, that is said in place of a store. */
export function Install(props: WalletViewProps) {
  return props.state.ownRelay === undefined ? <InstallWallet {...props} /> : <OwnInstall {...props} />
}

function OwnInstall(props: WalletViewProps) {
  const { Part } = useChunk(fetchInstall)
  return Part === undefined ? null : <Part {...props} install={<InstallWallet {...props} />} />
}
