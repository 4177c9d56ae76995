/** A fenced block of a page. */
export type CodeBlock = {
  readonly page: string
  readonly line: number
  readonly language: string
  /** The name in brackets after the language: ```` ```ts [server.ts] ````. */
  readonly file?: string
  /** The repository file that the block copies exactly, from `<!-- path -->` in the line above. */
  readonly source?: string
  readonly text: string
}

/** Returns the fenced blocks of a Markdown page. */
export function codeBlocksOf(page: string, markdown: string): readonly CodeBlock[] {
  const fences = markdown.matchAll(/(?:^<!-- (\S+) -->\n)?^```(\w*)(?: \[(.+)\])?\n([\s\S]*?)^```$/gm)
  return [...fences].map(({ index, 1: source, 2: language = '', 3: file, 4: text = '' }) => ({
    page,
    line: markdown.slice(0, index).split('\n').length,
    language,
    ...(source !== undefined && { source }),
    ...((file ?? source) !== undefined && { file: file ?? source ?? '' }),
    text,
  }))
}

const programs = new Set(['ts', 'tsx', 'js', 'jsx', 'vue', 'html'])
/** The global of the script for a page without a bundler. */
const scriptTag = "declare const Hawser: typeof import('@hawser/modal')\n"
/** Modules that no test installs: the parts of Vue and Next.js that a page uses, and the types of files that a bundler reads. */
export const ambientTypes = `declare module 'vue' {
  export function ref<Value>(value: Value): { value: Value }
  export function onUnmounted(hook: () => void): void
}
declare module 'next' {
  export type NextConfig = { serverExternalPackages?: string[] }
}
declare module '*.css'
`

/** Returns a block's program as a compiler reads it, with its file name; `undefined` if the language has no program. */
export function programOf({ language, file = 'block.ts', text }: CodeBlock) {
  if (!programs.has(language)) return undefined
  const name = file.replaceAll('[...path]', 'path')
  if (language === 'vue') return { name: `${name}.ts`, text: `${scriptOf(text)}\nexport {}\n` }
  if (language === 'html') {
    const script = scriptOf(text).replaceAll(/document\.querySelector\(([^)]+)\)/g, 'document.querySelector($1)!')
    return { name: `${name}.ts`, text: `${scriptTag}${script}\nexport {}\n` }
  }
  return { name, text }
}

function scriptOf(text: string): string {
  return /<script(?: setup lang="ts"| type="module")?>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? ''
}
