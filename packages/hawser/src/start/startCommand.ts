import { createCommand } from '@hawser/command'
import { startSettings } from './startSettings.ts'

/** `hawser start`: a relay and a registry in one process. */
export const startCommand = createCommand({
  summary: 'start a relay and a registry, for development and small sites',
  about: `Starts a relay and a registry in one process, with SQLite in one folder, and prints the lines to paste
into createLinker. The other variables of both work too, such as HAWSER_RELAY_ORIGINS: set port, host, data
folder and trusted proxies by the flags below.`,
  settings: startSettings,
  closing: 'Ctrl-C stops both. For production run each by itself: "hawser relay" and "hawser registry".',
  load: async () => (await import('./runStart.ts')).runStart,
})
