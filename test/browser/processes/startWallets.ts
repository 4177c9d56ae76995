import { runProcess } from './runProcess.ts'

export type Wallets = Awaited<ReturnType<typeof startWallets>>

/** Starts wallets on another machine, driven by the lines that `walletProcess.ts` describes. */
export async function startWallets(relayUrl: string) {
  const wallets = runProcess('test/browser/processes/walletProcess.ts', [relayUrl])
  await wallets.line(/^ready$/)
  return {
    ...wallets,
    /** Sends the wallets an order, and waits for the line that reports its outcome. */
    async tell(order: string, happened: string): Promise<void> {
      wallets.write(order)
      await wallets.line(new RegExp(`^${happened}$`))
    },
  }
}
