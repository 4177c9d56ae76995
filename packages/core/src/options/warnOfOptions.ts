import { checkLinkerOptions } from './checkLinkerOptions.ts'

/** Prints the faults in the options of a linker on the console, in development. */
export function warnOfOptions(options: unknown): void {
  for (const problem of checkLinkerOptions(options, globalThis.location)) warn(problem)
}

/** Detects a wrong `link.url` from the link API's first answer: HTML is the page itself, or a sign-in page. */
export function warnOfLinkAnswer(linkUrl: string, contentType: string | null): void {
  if (contentType?.includes('html'))
    warn(
      `\`linkUrl\` is ${JSON.stringify(linkUrl)}, which answers with HTML: it has to be where \`createLink\` is mounted.`,
    )
}

function warn(problem: string): void {
  console.warn(`[hawser] createLinker: ${problem}`)
}
