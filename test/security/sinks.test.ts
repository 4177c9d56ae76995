import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesUnder, root } from '../docs/titles.ts'

// Nothing we ship contains code that strict pages refuse, or that lets an attacker's text or window in.

const sinks = new Set([
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'srcdoc',
  'srcDoc',
  'createContextualFragment',
  'setHTMLUnsafe',
  'parseHTMLUnsafe',
  'DOMParser',
  'execScript',
])
/**
 * Names of senders we trust: a WebSocket receives only from its server, a BroadcastChannel only from pages of the same origin.
 */
const ownEars = new Set(['socket', 'webSocket', 'channel'])
const timers = new Set(['setTimeout', 'setInterval', 'setImmediate'])

/** Returns every forbidden construct in a source, as `line: what`. */
function findSinks(source: string): readonly string[] {
  const file = ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const report = (node: ts.Node, what: string) =>
    found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`)
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && sinks.has(node.text)) report(node, node.text)
    if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'onmessage' &&
      !ownEars.has(node.expression.getText())
    )
      report(node, 'message listener')
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) checkCall(node, report)
    if (ts.isJsxAttribute(node) && node.name.getText() === 'style') report(node, 'style attribute')
    if (ts.isJsxOpeningLikeElement(node)) checkElement(node, report)
    if (ts.isStringLiteralLike(node) && /^\s*javascript:/i.test(node.text)) report(node, 'javascript: link')
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const ownOpens = new WeakMap<ts.SourceFile, boolean>()

/** Reports whether the file declares `open` itself. */
function hasOwnOpen(file: ts.SourceFile): boolean {
  const isOwn = ownOpens.get(file) ?? /\b(?:function|const|let|import) (?:open\b|[{[][^=]*?\bopen\b)/.test(file.text)
  ownOpens.set(file, isOwn)
  return isOwn
}

type Report = (node: ts.Node, what: string) => void

function checkCall(node: ts.CallExpression | ts.NewExpression, report: Report): void {
  const callee = node.expression
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
  const [first, second, third] = node.arguments ?? []
  const text = first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined
  if (name === 'eval' || name === 'Function') report(node, name)
  if (timers.has(name) && first !== undefined && isText(first)) report(node, `${name} of a text`)
  if (name === 'addEventListener' && text === 'message') report(node, 'message listener')
  if (name === 'setAttribute' && (text === 'style' || text?.startsWith('on'))) report(node, `setAttribute ${text}`)
  if (name === 'createElement' && ['script', 'style', 'iframe'].includes(text ?? ''))
    report(node, `createElement ${text}`)
  if (/^document\.write(ln)?$/.test(callee.getText())) report(node, 'document.write')
  const windowOpens = [
    'window.open',
    'globalThis.open',
    'self.open',
    ...(hasOwnOpen(node.getSourceFile()) ? [] : ['open']),
  ]
  if (
    windowOpens.includes(callee.getText()) &&
    second !== undefined &&
    !/noopener,noreferrer/.test(third?.getText() ?? '')
  )
    report(node, 'window.open without noopener,noreferrer')
}

function checkElement(node: ts.JsxOpeningLikeElement, report: Report): void {
  const tag = node.tagName.getText()
  if (['script', 'style', 'iframe', 'object', 'embed', 'base'].includes(tag)) report(node, `<${tag}>`)
  const attributes = new Map(
    node.attributes.properties.flatMap((property) =>
      ts.isJsxAttribute(property) ? [[property.name.getText(), property.initializer?.getText() ?? '']] : [],
    ),
  )
  const rel = attributes.get('rel') ?? ''
  if (attributes.has('target') && !(rel.includes('noopener') && rel.includes('noreferrer')))
    report(node, 'target without rel="noopener noreferrer"')
}

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && /['"`]/.test(node.getText()))

const samples = [
  'el.innerHTML = a',
  'el.insertAdjacentHTML("beforeend", a)',
  'el.outerHTML = a',
  'document.write(a)',
  'const a = <p dangerouslySetInnerHTML={{ __html: b }} />',
  'eval(a)',
  'new Function(a)',
  'setTimeout("a()", 1)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  'setInterval(`a(${b})`, 1)',
  'window.addEventListener("message", a)',
  'addEventListener("message", a)',
  'window.onmessage = a',
  'window.open(a, "_blank")',
  'window.open(a, "_blank", "popup")',
  'open(a, "_blank", "noopener")',
  'const a = <a href={b} target="_blank" />',
  'const a = <a href={b} target="_blank" rel="noopener" />',
  'const a = <p style={{ color: "red" }} />',
  'el.setAttribute("style", a)',
  'const a = <style>{b}</style>',
  'const a = <iframe src={b} />',
  'const a = <a href="javascript:b()" />',
]

test.each(samples)('the scan for T-16 and T-18 finds %s', (source) => {
  expect(findSinks(source)).not.toEqual([])
})

test('the scan accepts harmless code', () => {
  const source = `
// innerHTML and eval in words
window.open(href, target, 'noopener,noreferrer')
setTimeout(() => {}, 10)
window.addEventListener('focus', a)
const link = <a href={b} target="_blank" rel="noopener noreferrer">c</a>`
  expect(findSinks(source)).toEqual([])
})

/**
 * React sets its style prop through the CSSOM, which every policy allows. On a server React would write the style into markup,
 * so this file must not render on servers.
 */
const neverOnServers = new Set(['packages/react/src/modal/explorer/VirtualRow.tsx'])

/**
 * Answers only to the parent's window, and only where the host app allows the surrounding page. A Safe has no other way to
 * communicate.
 */
const hearsParent = new Set(['packages/core/src/wallets/safe/safeParent.ts'])

test('T-16, T-18, Trusted Types: no sink, message listener or opened window in any source', () => {
  const files = ['packages', 'apps'].flatMap((folder) =>
    filesUnder(folder, /\/src\/.*\.tsx?$/).filter((path) => !/\.(?:test|fixture|conformance)\.tsx?$/.test(path)),
  )
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((path) =>
    findSinks(readFileSync(join(root, path), 'utf8'))
      .filter((what) => !(neverOnServers.has(path) && what.endsWith('style attribute')))
      .filter((what) => !(hearsParent.has(path) && what.endsWith('message listener')))
      .map((what) => `${path}:${what}`),
  )
  expect(found).toEqual([])
})

test('no package calls URL.canParse: Node 20’s refuses letters beyond ASCII once compiled', () => {
  const files = filesUnder('packages', /\/src\/.*\.tsx?$/).filter((path) => !/\.test\.tsx?$/.test(path))
  expect(files.filter((path) => /\bURL\.canParse\(/.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})
