import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { bundleAlone } from './bundleAlone.ts'

/**
 * Measures the bytes that a visitor's browser fetches, minified and gzipped, in a build like a host app's. Only one of the
 * measures counts React. Each folder under .cache/size contains the files fetched until a moment; size-limit compares it with
 * its budget (.size-limit.json). test/browser/faults/faults.spec.ts shows that a browser asks for nothing else until the code
 * is drawn.
 */
const root = resolve(import.meta.dirname, '..')
const folder = join(root, '.cache', 'size')

const entry = `
import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/button.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const linker = createLinker({
  relay: { url: 'ws://localhost:4402' },
  metadata: { name: 'Host', description: '', url: location.origin, icons: [] },
  chains: ['eip155:1'],
  registry: { url: 'http://localhost:4403' },
  link: { url: '/link' },
})
const loadStyles = () => import('@hawser/react/modal.css')
// A page with the classic variant has its stylesheet instead.
if (location.search === '?classic') import('@hawser/react/classic.css')
createRoot(document.body).render(createElement(LinkerProvider, { linker, loadStyles }, createElement(LinkButton)))
`

/** A page of the visitor's account also shows the lists of wallets. */
const entryWithLists = `${entry}
import('@hawser/react/sessions')
import('@hawser/react/sessions.css')
import('@hawser/react/linked-wallets')
import('@hawser/react/linked-wallets.css')
`

/** The chunks that are fetched at each of the visitor's moments, in order. Each chunk is named by its first module. */
const moments = [
  { name: 'button', chunks: ['entry.js'] },
  { name: 'qr', chunks: ['firstCode.ts', 'LinkModal.tsx', 'modal.css'] },
  // The link client comes once a wallet is connected, or with the list of linked wallets.
  {
    name: 'link',
    chunks: [
      'createFlowLinker.ts',
      'core/src/wallets/catalog.ts',
      'WalletOffer.tsx',
      'explorer.ts',
      'openWalletClient.ts',
      'readSettlement.ts',
      'proofParts.ts',
      'LaterView.tsx',
    ],
  },
] as const

type Aside = { readonly name: string; readonly chunks: readonly string[] }

/** The files that only some visitors fetch, without those that every visitor has by the end of a link. */
const asides = [
  { name: 'explorer', chunks: ['WalletExplorer.tsx'] },
  { name: 'extension', chunks: ['loadPageConnector.ts'] },
  // For pages that pin a key, and for a registry of files. Browsers without ed25519 also fetch an implementation.
  { name: 'registry', chunks: ['core/src/registry/signed.ts', 'core/src/registry/static.ts'] },
  // Approval and signature in one step, for pages that ask for it.
  { name: 'oneTap', chunks: ['oneTap.ts', 'requestAuthentication.ts'] },
  // For accounts of Solana and Bitcoin.
  { name: 'signing', chunks: ['solanaSigning.ts', 'bitcoinSigning.ts'] },
  // To sign in, unlink or take a wallet back: the requests and their texts.
  { name: 'purposes', chunks: ['purposeClient.ts', 'loadPurposeMessages.ts', 'messages/purposes/ru.ts'] },
  { name: 'classic', chunks: ['ClassicModal.tsx', 'classicList.ts', 'classic.css'] },
  // The longest of the dictionaries, and the code that loads the one of a language.
  { name: 'locale', chunks: ['loadMessages.ts', 'messages/modal/ru.ts'] },
] as const

const lists = [
  { name: 'sessions', chunks: ['react/src/sessions.ts', 'keptSessions.ts', 'sessions.css'] },
  {
    name: 'linkedWallets',
    chunks: ['react/src/linkedWallets.ts', 'core/src/proof/linkedWallets.ts', 'linkedWallets.css'],
  },
] as const

/** Further imports of a page that uses a wallet. Each is measured as a page of its own, so shared modules count twice. */
const others: readonly { readonly name: string; readonly entry: string; readonly asides?: readonly Aside[] }[] = [
  {
    name: 'provider',
    entry: `import { createProvider } from '@hawser/core/provider'; console.log(createProvider)`,
    // For visitors whose wallet is an extension.
    asides: [{ name: 'providerExtension', chunks: ['extensionWallet.ts', 'pageDiscovery.ts'] }],
  },
  { name: 'wagmi', entry: `import { hawser } from '@hawser/wagmi'; console.log(hawser)` },
]

type Output = Rolldown.RolldownOutput['output'][number]

const libraries = [/^react($|\/)/, /^react-dom($|\/)/, /^viem($|\/)/, /^@wagmi\//]

async function bundle(entry: string, external: readonly RegExp[] = libraries): Promise<readonly Output[]> {
  const source = join(folder, 'source')
  mkdirSync(source, { recursive: true })
  writeFileSync(join(source, 'entry.js'), entry)
  const result = await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@hawser/source', 'module', 'browser', 'production'] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(source, 'entry.js'),
        external: [...external],
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return outputs.flatMap((each) => ('output' in each ? each.output : []))
}

/** The chunk that begins with this module, or the stylesheet of this name, and everything that it imports at once. */
function withImports(output: readonly Output[], moduleName: string): readonly Output[] {
  const found = new Set<Output>()
  const follow = (item: Output | undefined) => {
    if (item === undefined || found.has(item)) return
    found.add(item)
    if (item.type !== 'chunk') return
    for (const name of [...item.imports, ...(item.viteMetadata?.importedCss ?? [])]) {
      follow(output.find(({ fileName }) => fileName === name))
    }
  }
  const first = output.find((item) =>
    item.type === 'chunk' ? `${item.facadeModuleId}`.endsWith(`/${moduleName}`) : item.names.includes(moduleName),
  )
  if (first === undefined)
    throw new Error(`No chunk begins with ${moduleName}: scripts/size.ts no longer knows the way.`)
  follow(first)
  return [...found]
}

function writeFiles(name: string, items: Iterable<Output>): void {
  mkdirSync(join(folder, name))
  for (const item of items) {
    writeFileSync(join(folder, name, basename(item.fileName)), item.type === 'chunk' ? item.code : item.source)
  }
}

function writeAside(output: readonly Output[], fetched: ReadonlySet<Output>, { name, chunks }: Aside): void {
  const items = chunks.flatMap((chunk) => withImports(output, chunk))
  writeFiles(name, new Set(items.filter((item) => !fetched.has(item))))
}

rmSync(folder, { recursive: true, force: true })
const output = await bundle(entry)
const fetched = new Set<Output>()
for (const { name, chunks } of moments) {
  for (const chunk of chunks) for (const item of withImports(output, chunk)) fetched.add(item)
  writeFiles(name, fetched)
}
// Everything that a press fetches until the code, for the bound of docs/performance.md. React is the largest part.
const withReact = await bundle(entry, [])
writeFiles(
  'untilCode',
  new Set([...moments[0].chunks, ...moments[1].chunks].flatMap((chunk) => withImports(withReact, chunk))),
)
for (const aside of asides) writeAside(output, fetched, aside)
const withLists = await bundle(entryWithLists)
const before = moments.flatMap(({ chunks }) => chunks.flatMap((chunk) => withImports(withLists, chunk)))
for (const list of lists) writeAside(withLists, new Set(before), list)
mkdirSync(join(folder, 'dapp'))
writeFileSync(
  join(folder, 'dapp', 'dapp.js'),
  await bundleAlone(join(folder, 'source'), "import { createDappClient as imported } from '@hawser/sign'"),
)
for (const { name, entry, asides = [] } of others) {
  const output = await bundle(entry)
  const items = withImports(output, 'entry.js')
  writeFiles(name, items)
  for (const aside of asides) writeAside(output, new Set(items), aside)
}
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/size-limit/bin.js')], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
