import { expect, test } from 'vitest'
import { readHtml } from './readHtml.ts'

test.each([
  ['<link rel="hawser-options" href="/a.json">', '/a.json'],
  ["<LINK href='/a.json' rel='hawser-options'/>", '/a.json'],
  ['<link href=/a.json rel=hawser-options>', '/a.json'],
  ['<link rel="preload hawser-options"\n  href="/a.json?x=1&amp;y=2">', '/a.json?x=1&y=2'],
  ['<!-- <link rel="hawser-options" href="/no"> --><link rel="hawser-options" href="/a.json">', '/a.json'],
  ['<script>"<link rel=hawser-options href=/no>"</script><link rel="hawser-options" href="/a.json">', '/a.json'],
  ['<title>İİİİ</title><LINK REL="hawser-options" HREF="/a.json">', '/a.json'],
  ['<link rel="stylesheet" href="/a.css">', undefined],
  ['<link rel="hawser-options">', undefined],
  ['', undefined],
])('readHtml: %s names %s', (html, href) => expect(readHtml(html).optionsHref).toBe(href))

test('readHtml: finds the policies of meta elements', () => {
  const meta = `<meta http-equiv="Content-Security-Policy" content="default-src &#39;self&#39;">`
  expect(readHtml(`<head>${meta}<meta name=x content=y></head>`).policies).toEqual(["default-src 'self'"])
})

// A reader that looks at each character once finishes at once. Any other hangs until the timeout of the test.
test.each([
  ['tags without an end', '<link '.repeat(300_000)],
  ['comments without an end', '<!--'.repeat(300_000)],
  ['scripts without an end', '<script>'.repeat(200_000)],
  ['one attribute without an end', `<link ${'a="'.repeat(500_000)}>`],
  ['many attributes without an end', `<link ${'a="'.repeat(5_000)}>`.repeat(200)],
  ['nothing but names', `<meta ${'-'.repeat(1_000_000)}>`],
])('readHtml: finishes with %s', (_name, html) => expect(readHtml(html)).toMatchObject({ optionsHref: undefined }))
