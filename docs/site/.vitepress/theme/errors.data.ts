import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, root } from '../pages.ts'

type ErrorPage = { readonly code: string; readonly seen: string; readonly link: string | undefined }

/** Each code with what a visitor or developer sees of it. VitePress runs this while it builds, and ships the result. */
export default {
  watch: [join(root, 'docs/errors/*.md')],
  load(): readonly ErrorPage[] {
    return readdirSync(join(root, 'docs/errors')).map((name) => {
      const file = `docs/errors/${name}`
      const text = readFileSync(join(root, file), 'utf8')
      const seen = /\*\*What you see\.\*\* ([^\n]+)/.exec(text)?.[1] ?? ''
      return {
        code: name.replace('.md', ''),
        seen: seen.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', ''),
        link: addressOf(file),
      }
    })
  },
}

export declare const data: readonly ErrorPage[]
