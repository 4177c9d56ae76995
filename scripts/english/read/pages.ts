import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow, houses, isTestFile, root, sourceFiles } from '../../sourceGraph.ts'

/** Pages that people read, as paths from the root. */
export function markdownPages(): readonly string[] {
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'))
  const inDocs = filesBelow(join(root, 'docs')).filter((file) => file.endsWith('.md'))
  const readmes = houses.flatMap((house) => filesBelow(join(root, house))).filter((file) => /\/README\.md$/.test(file))
  return [...atRoot, ...[...inDocs, ...readmes].map((file) => relative(root, file))]
}

const translation = /\/(?:messages|texts)\/(?:\w+\/)?(?!en\.ts$)[a-z]{2}\.ts$/

/**
 * Sources of the packages, apps and examples. Of the dictionaries only the English ones, from which the others are translated.
 */
export function codeFiles(): readonly string[] {
  return [...houses.map((house) => join(house, 'src')), 'examples']
    .flatMap((folder) => sourceFiles(join(root, folder)))
    .filter((file) => !isTestFile(file) && !/\.snapshot\.ts$/.test(file))
    .map((file) => relative(root, file))
    .filter((file) => !translation.test(file))
}

/** All files of code, including the configuration of the site. Other hidden folders are left out: they belong to tools. */
export function commentedFiles(): readonly string[] {
  const atRoot = readdirSync(root).filter((name) => /\.ts$/.test(name))
  const below = ['packages', 'apps', 'test', 'bench', 'scripts', 'examples', 'docs', 'types']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) => relative(root, file))
    .filter((file) => /\.[jt]sx?$/.test(file) && !/\/\.(?!vitepress\/(?:theme\/)?[\w.]+$)/.test(file))
  return [...atRoot, ...below]
}

/** Scripts of Redis, and the files that operators and CI start from. */
export function settingsFiles(): readonly string[] {
  return ['packages', '.github', 'examples']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) => relative(root, file))
    .filter((file) => /\.(?:lua|ya?ml|conf|service|sh)$|\/(?:Dockerfile|Caddyfile|\.env\.example)$/.test(file))
}

/** Tests of all kinds, whose titles people read in lists of results. */
export function testFiles(): readonly string[] {
  return commentedFiles().filter((file) => /\.(?:test|spec|conformance)\.tsx?$/.test(file))
}
