import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, root } from '../pages.ts'
import { headingOf } from '../sidebar.ts'

type Decision = { readonly title: string; readonly link: string | undefined }

/** The titles of all decisions, oldest first. */
export default {
  watch: [join(root, 'docs/decisions/*.md')],
  load(): readonly Decision[] {
    return readdirSync(join(root, 'docs/decisions')).map((name) => {
      const file = `docs/decisions/${name}`
      return { title: headingOf(file), link: addressOf(file) }
    })
  },
}

export declare const data: readonly Decision[]
