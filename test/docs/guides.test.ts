import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatSecurityHeaders } from '../../apps/host/src/server/http/headers.ts'
import { codeBlocksOf } from './codeBlocks.ts'
import { root } from './titles.ts'

const blocksOf = (page: string) => codeBlocksOf(page, readFileSync(join(root, page), 'utf8'))

test('guides/csp.md: the policy is the one under which the browser test links wallets', () => {
  const [policy = ''] = blocksOf('docs/site/guides/csp.md').flatMap(({ language, text }) =>
    language === 'http' ? [text] : [],
  )
  const served = formatSecurityHeaders({
    publicUrl: 'https://app.example.com',
    relayUrl: 'wss://relay.example.com',
    registryUrl: 'https://registry.example.com',
  })
  expect(policy.replaceAll(/\s+/g, ' ').trim()).toBe(`Content-Security-Policy: ${served['Content-Security-Policy']}`)
})

test.each(['jest.config.js', 'babel.config.js'])(
  'guides/jest.md: %s is the file with which test/exports/jest.test.ts runs Jest',
  (name) => {
    const [page, readme] = ['docs/site/guides/jest.md', 'packages/react/README.md'].map((file) =>
      blocksOf(file).find((block) => block.file === name),
    )
    expect(page?.text).toBe(readme?.text)
    expect(page?.text).toContain('module.exports')
  },
)
