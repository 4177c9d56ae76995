import { runProcess } from './runProcess.ts'

export type Wallets = Awaited<ReturnType<typeof startWallets>>

/** Wallets on another machine, driven by the lines that `walletProcess.ts` describes. */
export async function startWallets(relayUrl: string) {
  const wallets = runProcess('test/browser/processes/walletProcess.ts', [relayUrl])
  await wallets.line(/^ready$/)
  return {
    ...wallets,
    /** Tells the wallets something, and waits for the line that says it has happened. */
    async tell(order: string, happened: string): Promise<void> {
      wallets.write(order)
      await wallets.line(new RegExp(`^${happened}$`))
    },
  }
}
