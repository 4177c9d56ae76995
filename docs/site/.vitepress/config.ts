import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitepress'
import { resolveLink, rewrite, root } from './pages.ts'
import { sidebar } from './sidebar.ts'
import { slugOf } from './slug.ts'

const manifest: { repository?: { url: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The repository's address. Until package.json has it, a reserved name takes its place (RFC 2606). */
const repository = (manifest.repository?.url ?? 'https://hawser.example/hawser').replace(/^git\+|\.git$/g, '')

// VitePress looks for pages only in these folders.
const folders = ['docs', 'packages']
const others = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !folders.includes(entry.name) ? [`${entry.name}/**`] : [],
)

const listed = new Set(
  Object.values(sidebar())
    .flat()
    .flatMap(({ items }) => items.map(({ link }) => link)),
)

const base = process.env.HAWSER_SITE_BASE ?? '/'
const built = (path: string) => join(root, 'packages', path)

export default defineConfig({
  title: 'Hawser',
  description: 'Open, self-hosted wallet linking for web apps',
  lang: 'en',
  base,
  srcDir: root,
  srcExclude: [...others, '**/.cache/**', 'packages/*/*/**', 'README.md', 'packages/*/CHANGELOG.md'],
  outDir: './dist',
  cacheDir: './.cache',
  // Otherwise each page contains the names of all files.
  metaChunk: true,
  rewrites: rewrite,
  head: [['link', { rel: 'icon', href: `${base}favicon.svg`, type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify: slugOf },
    // The default themes miss a contrast of 4.5 for keywords and comments.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      const fence = md.renderer.rules.fence
      // `\`\`\`ts [server.ts]` shows the reader the file name of a block.
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const name = / \[(.+)\]$/.exec(tokens[index]?.info ?? '')?.[1]
        const label = name === undefined ? '' : `<div class="file-name">${md.utils.escapeHtml(name)}</div>`
        return label + (fence?.(tokens, index, ...rest) ?? '')
      }
      md.core.ruler.push('repository-links', ({ tokens, env }) => {
        const path = env.realPath ?? env.path
        if (path === undefined) return // a title, which has no links
        const file = relative(root, path)
        // A table heading without text is not a heading: a screen reader would announce it for every cell below.
        for (const [index, token] of tokens.entries()) {
          const [text, end] = [tokens[index + 1], tokens[index + 2]]
          if (token.type === 'th_open' && text?.content === '' && end !== undefined) token.tag = end.tag = 'td'
        }
        for (const token of tokens.flatMap((each) => each.children ?? [])) {
          // Braces in code are code, not an expression of Vue.
          if (token.type === 'code_inline') token.attrSet('v-pre', '')
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (href !== null) token.attrSet('href', resolveLink(file, decodeURI(href), repository))
        }
      })
    },
  },
  transformPageData(page) {
    // The next page of a page that no list names would be the first of the list.
    if (!listed.has(`/${page.relativePath.replace(/index\.md$/, '')}`))
      page.frontmatter = { prev: false, next: false, ...page.frontmatter }
    // A page without a first heading would have only the site's name as its title.
    if (page.title === '') page.title = page.relativePath.split('/').at(-2) ?? ''
  },
  themeConfig: {
    siteTitle: 'Hawser',
    logo: '/favicon.svg',
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: { fuzzy: 0.1, prefix: true, boost: { title: 4, text: 1, titles: 2 } } },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start/', activeMatch: '/start/' },
      { text: 'Guides', link: '/guides/link/', activeMatch: '/(guides|concepts)/' },
      { text: 'Run it', link: '/run/production/', activeMatch: '/run/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/(reference|packages|decisions|project)/' },
      { text: 'Errors', link: '/errors/', activeMatch: '/errors/' },
    ],
    sidebar: sidebar(),
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'Apache-2.0. Hawser is not affiliated with WalletConnect or any wallet vendor.' },
  },
  vite: {
    plugins: [
      {
        // Pages outside of docs/site have no node_modules with Vue above them.
        name: 'vue-of-the-site',
        enforce: 'pre',
        resolveId(id: string, importer: string | undefined, { ssr }: { ssr?: boolean }) {
          if (!/^vue(?:\/|$)/.test(id)) return undefined
          // The code that renders the pages is below docs/site and finds Vue there.
          if (ssr) return { id, external: true }
          if (importer?.includes('node_modules')) return undefined
          return this.resolve(id, join(root, 'docs/site/package.json'), { skipSelf: true })
        },
      },
    ],
    publicDir: join(root, 'docs/site/public'),
    resolve: {
      // The playground shows the packages as they are built.
      alias: [
        { find: /^@hawser\/modal$/, replacement: built('modal/dist/index.js') },
        { find: /^@hawser\/sign\/testing$/, replacement: built('sign/dist/testing.js') },
      ],
    },
    server: { fs: { allow: [root] } },
    build: {
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        onwarn(warning, warn) {
          if (warning.code !== 'INVALID_ANNOTATION') warn(warning) // comments of libraries
        },
      },
    },
  },
})
