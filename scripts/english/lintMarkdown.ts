import { createRequire } from 'node:module'
import { TextlintKernel, type TextlintKernelPlugin, type TextlintKernelRule } from '@textlint/kernel'
import { blockText, type MarkdownNode } from './read/blockText.ts'
import type { BlockKind, Rule } from './rules/rule.ts'
import { sentencesOf } from './sentences.ts'

export type Finding = { readonly file: string; readonly line: number; readonly rule: string; readonly advice: string }

const kernel = new TextlintKernel()
// The plugin has a CommonJS default export, which `import` in Node and in TypeScript see differently.
const require = createRequire(import.meta.url)
const markdown: { readonly default: TextlintKernelPlugin['plugin'] } = require('@textlint/textlint-plugin-markdown')

function kindOf(node: MarkdownNode): BlockKind {
  if (node.type === 'Header') return 'label'
  if (node.type !== 'TableCell') return 'prose'
  const row = node.parent
  return row?.parent?.children?.[0] === row ? 'label' : 'cell'
}

/** Turns one of our rules into a textlint rule: textlint finds the blocks of the page. */
function asTextlintRule({ name, check }: Rule): TextlintKernelRule {
  return {
    ruleId: name,
    rule: ({ report, RuleError, locator, getSource }) => {
      const visit = (node: MarkdownNode): void => {
        const block = blockText(node, getSource())
        for (const sentence of sentencesOf(block.text)) {
          for (const { index, advice } of check({ text: sentence.text, kind: kindOf(node) })) {
            const at = block.offsetOf(sentence.index + index) - node.range[0]
            report(node as never, new RuleError(advice, { padding: locator.at(at) }))
          }
        }
      }
      return { Paragraph: visit, Header: visit, TableCell: visit } as never
    },
  }
}

/** The rules' findings in a Markdown text, in the order of its lines. */
export async function lintMarkdown(file: string, text: string, rules: readonly Rule[]): Promise<readonly Finding[]> {
  const { messages } = await kernel.lintText(text, {
    filePath: file,
    ext: '.md',
    plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
    rules: rules.map(asTextlintRule),
  })
  return messages.map(({ line, ruleId, message }) => ({ file, line, rule: ruleId, advice: message }))
}
