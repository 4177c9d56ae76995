import { createCommand } from '@hawser/command'
import { prefix, settings } from './operator/settings.ts'

/**
 * The `hawser relay` command. The relay's code is imported only when the command runs.
 * @example await runProgram(relayCommand, { path: 'hawser relay', manifest: new URL('../package.json', import.meta.url) })
 */
export const relayCommand = createCommand({
  summary: 'serve a relay: passes sealed envelopes between dapps and wallets',
  about: 'Passes sealed envelopes between dapps and wallets (WalletConnect v2-compatible).',
  settings,
  prefix,
  titles: { port: 'Address', dataDir: 'Store', metricsPort: 'Operation', maxConnections: 'Limits' },
  closing: `Logs go to standard error as JSON lines. SIGTERM drains: not ready at once, then clients are sent
away. Ctrl-C, or a second signal, stops at once. Without a Redis the mailbox is one SQLite file.`,
  load: async () => (await import('./operator/runRelay.ts')).runRelay,
})
