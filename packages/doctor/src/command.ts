import { createCommand } from '@hawser/command'
import { settings } from './commands/settings.ts'

/**
 * The command line of the doctor. It imports its code when it runs.
 * @example await runProgram(doctorCommand, { path: 'hawser doctor', manifest: new URL('../package.json', import.meta.url) })
 */
export const doctorCommand = createCommand({
  summary: 'check a site from outside for common mistakes',
  about: `Checks a site from outside for common mistakes, and says how to fix each: hawser doctor https://app.example

The page names its relay, registry and link API by <link rel="hawser-options" href="/hawser.json">: a
JSON object with the options of createLinker (relay.url, relay.reach, registry.url, registry.key,
link.url, link.handoff). Flags add to these options, and override them.`,
  words: { usage: 'URL', count: [1, 1] },
  settings,
  closing: `It only reads: it does not sign in, and sends no more than a visitor's browser does. It contacts
public addresses that the page names; give addresses of an internal network by a flag.
Exit code: 0 nothing is wrong, 1 something is, 2 invalid arguments. docs/doctor.md explains each
code of the report.`,
  load: async () => (await import('./commands/runDoctor.ts')).runDoctor,
})
