import { posix } from 'node:path'

/** `[text](target)` whose target is a file. */
const link = /(\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(\))/g

/** Every relative target of a text of Markdown, without its part after `#`. */
export function relativeLinks(markdown: string): readonly string[] {
  return [...markdown.matchAll(link)].map(([, , target = '']) => target)
}

/**
 * A README as a package page shows it: a link to a file that is not shipped leads to the repository.
 * @param options - `folder`: where the README is in the repository; `isShipped`: whether the package contains a path; `pageOf`:
 * the address of a path of the repository
 */
export function absoluteLinks(
  markdown: string,
  options: {
    readonly folder: string
    readonly isShipped: (path: string) => boolean
    readonly pageOf: (path: string) => string
  },
): string {
  return markdown.replace(link, (whole, open: string, target: string, place = '', close: string) => {
    const path = posix.normalize(target)
    if (!path.startsWith('..') && options.isShipped(path)) return whole
    return `${open}${options.pageOf(posix.join(options.folder, path))}${place}${close}`
  })
}
