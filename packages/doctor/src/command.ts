import { createCommand } from '@hawser/command'
import { settings } from './commands/settings.ts'

/**
 * The command line of the doctor. What diagnoses is imported when it runs.
 * @example await runProgram(doctorCommand, { path: 'hawser doctor', manifest: new URL('../package.json', import.meta.url) })
 */
export const doctorCommand = createCommand({
  summary: 'check from outside what a host can get wrong',
  about: `Checks from outside what a host can get wrong, and says how to mend each: hawser doctor https://app.example

The page says where its relay, registry and link API are, by
<link rel="hawser-options" href="/hawser.json">: a JSON object with the options of createLinker. What it
does not say, or says otherwise, you do.`,
  words: { usage: 'URL', count: [1, 1] },
  settings,
  closing: `It reads only: it signs in nowhere, and sends no more than a visitor's browser does. What a page
names is asked only where visitors reach it; addresses of an internal network you give by a flag.
Exit code: 0 nothing is wrong, 1 something is, 2 not understood. What each code of the report
means is written in docs/doctor.md.`,
  load: async () => (await import('./commands/runDoctor.ts')).runDoctor,
})
