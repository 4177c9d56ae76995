import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { addressOf, resolveLink, rewrite } from '../../docs/site/.vitepress/pages.ts'
import { slugOf } from '../../docs/site/.vitepress/slug.ts'
import { filesUnder, root } from './titles.ts'

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples'].flatMap((folder) => filesUnder(folder, /\.md$/)),
  ...['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}/README.md`),
  ),
]

/** `npm run site:build` writes these pages; no commit contains them. */
const generated = 'docs/site/reference/generated/'

/** Returns the links of a page, except those in its code. */
function linksOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, 'code')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
}

/** Returns the anchors of a page. The second of two equal headings ends in `-1`. */
function anchorsOf(file: string): ReadonlySet<string> {
  const text = readFileSync(join(root, file), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** Explains why a link is dead; returns `undefined` for a valid link. */
function explain(file: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined
  const [target = '', place] = link.split('#', 2)
  const path = target === '' ? file : posix.join(posix.dirname(file), target)
  if (path.startsWith(generated)) {
    const name = path.slice(generated.length).split('/', 1)[0] ?? ''
    return name.startsWith('rest-') || existsSync(join(root, 'packages', name)) ? undefined : `${file} → ${link}`
  }
  if (!existsSync(join(root, path))) return `${file} → ${link}`
  const isPage = place !== undefined && path.endsWith('.md') && statSync(join(root, path)).isFile()
  return isPage && !anchorsOf(path).has(place) ? `${file} → ${link}: no such heading` : undefined
}

test('links: every relative link of the documentation leads to a file, and to a heading of it', () => {
  expect(pages.length).toBeGreaterThan(250)
  expect(pages.flatMap((file) => linksOf(file).flatMap((link) => explain(file, link) ?? []))).toEqual([])
})

test.each([
  ['docs/errors/relay_busy.md', '/errors/relay_busy/', 'errors/relay_busy/index.md'],
  ['docs/site/index.md', '/', 'index.md'],
  ['docs/site/start/index.md', '/start/', 'start/index.md'],
  ['docs/site/guides/link.md', '/guides/link/', 'guides/link/index.md'],
  ['docs/site/reference/generated/core/index.md', '/reference/core/', 'reference/core/index.md'],
  ['packages/core/README.md', '/packages/core/', 'packages/core/index.md'],
  ['CHANGELOG.md', '/project/changelog/', 'project/changelog/index.md'],
])('the site: %s is at %s', (file, address, page) => {
  expect(addressOf(file)).toBe(address)
  expect(rewrite(file)).toBe(page)
})

test.each([
  ['docs/reach.md', 'errors/relay_busy.md#why', '/errors/relay_busy/#why'],
  ['docs/site/start/react.md', '../../reach.md', '/guides/reach/'],
  ['packages/core/README.md', '../../docs/errors', '/errors/'],
  ['packages/core/README.md', '../wagmi', '/packages/wagmi/'],
  ['docs/walk.md', '../packages/core/src/errors.ts', 'https://host.test/o/n/blob/main/packages/core/src/errors.ts'],
  ['docs/link-api.md', '../test/host-frameworks', 'https://host.test/o/n/tree/main/test/host-frameworks'],
  ['docs/reach.md', 'https://other.test/x', 'https://other.test/x'],
  ['docs/reach.md', '#part', '#part'],
])('the site: in %s, %s leads to %s', (file, link, address) => {
  expect(resolveLink(file, link, 'https://host.test/o/n')).toBe(address)
})

test('the site: no two pages have one address', () => {
  const addresses = pages.map(addressOf).filter((address) => address !== undefined)
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
})
