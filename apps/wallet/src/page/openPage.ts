import { createWebStorage } from '@hawser/sign'
import { checkOrigin } from '@hawser/sign/origin'
import { claimTab } from './claimTab.ts'
import { createDemoWallet, type DemoWallet } from './effects/createDemoWallet.ts'
import type { WalletConfig } from './loadConfig.ts'
import { showWallet } from './showWallet.tsx'

/** Starts the wallet of this page with an unchecked URI, and returns its view once the wallet has started. */
export async function openPage({ relayUrl, originChecks }: WalletConfig, pairingUri: string | undefined) {
  const wallet = createDemoWallet({
    relayUrl,
    url: location.origin,
    storage: createWebStorage(() => localStorage, 'hawser-wallet:'),
    copyText: (text) => navigator.clipboard.writeText(text),
    ...(originChecks && {
      checkOrigin: (claim, signal) => checkOrigin({ ...claim, ...originChecks, signal }),
    }),
    claim: (onTakenOver) => claimTab(navigator.locks, onTakenOver),
  })
  if (pairingUri !== undefined) wallet.send({ type: 'linkGiven', text: pairingUri })
  await started(wallet)
  return showWallet(wallet)
}

async function started({ getState, subscribe }: DemoWallet): Promise<void> {
  const hasStarted = () => getState().screen.status !== 'starting'
  if (hasStarted()) return
  await new Promise<void>((resolve) => {
    const unsubscribe = subscribe(() => {
      if (!hasStarted()) return
      unsubscribe()
      resolve()
    })
  })
}
