import { checkLinkerOptions } from './checkLinkerOptions.ts'

/** Says on the console what is wrong with the options of a linker: in development, to whoever writes the page. */
export function warnOfOptions(options: unknown): void {
  for (const problem of checkLinkerOptions(options, globalThis.location)) warn(problem)
}

/** Says what the link API's first answer gives away: HTML is the page itself, or a sign-in page. */
export function warnOfLinkAnswer(linkUrl: string, contentType: string | null): void {
  if (contentType?.includes('html'))
    warn(
      `\`linkUrl\` is ${JSON.stringify(linkUrl)}, which answers with HTML: it has to be where \`createLink\` is mounted.`,
    )
}

function warn(problem: string): void {
  console.warn(`[hawser] createLinker: ${problem}`)
}
