import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../docs/titles.ts'
import { dockerfiles, linesOf } from './deployFiles.ts'
import { lintDockerfile } from './dockerfile.ts'

/**
 * Returns a check of whether a build's `.dockerignore` includes a path: `*` excludes everything, then `!` includes what the
 * build needs.
 */
function contextOf(file: string): (path: string) => boolean {
  const isApp = existsSync(join(root, dirname(file), '.dockerignore'))
  const context = isApp ? join(root, dirname(file)) : root
  const ignores = linesOf(
    readFileSync(isApp ? join(context, '.dockerignore') : join(root, `${file}.dockerignore`), 'utf8'),
  )
  expect(ignores[0]).toBe('*')
  return (path) => existsSync(join(context, path)) && ignores.includes(`!${path}`)
}

test.each(dockerfiles)('%s passes the rules for images', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  expect(lintDockerfile(text, contextOf(file))).toEqual([])
  // The commands in the file's comments name the file itself.
  for (const [, path = ''] of text.matchAll(/--file (\S+)/g)) expect(path).toBe(file)
})

test.each(['relay', 'registry'])('the image of the %s has the modules of every package that it copies', (server) => {
  const text = readFileSync(join(root, `packages/${server}/deploy/Dockerfile`), 'utf8')
  const copied = [...text.matchAll(/^COPY packages\/(\w+) /gm)].map(([, name = '']) => name)
  const bundled = copied.filter((name) =>
    readFileSync(join(root, `packages/${name}/tsconfig.json`), 'utf8').includes('"emitDeclarationOnly": true'),
  )
  const compiled = [...text.matchAll(/tsc -p packages\/(\w+) --emitDeclarationOnly false/g)].map(([, name]) => name)
  expect(bundled).toContain('wire')
  expect(compiled).toEqual(bundled)
})

const last = `FROM gcr.io/distroless/nodejs24-debian12:nonroot
USER 65532:65532
EXPOSE 1
STOPSIGNAL SIGTERM
HEALTHCHECK CMD ["/nodejs/bin/node"]
ENTRYPOINT ["/nodejs/bin/node"]
`
test.each([
  ['an image without a tag', `FROM node AS build\n${last}`, /node has no tag/],
  ['the tag latest', `FROM node:latest AS build\n${last}`, /latest/],
  ['ADD', `FROM node:24 AS build\nADD https://host.test/x /x\n${last}`, /COPY does not/],
  ['a typing error', `FROM node:24 AS build\nRUNN ls\n${last}`, /RUNN is not/],
  ['install scripts', `FROM node:24 AS build\nRUN npm ci --omit=dev\n${last}`, /scripts of strangers/],
  [
    'install scripts of the second',
    `FROM node:24 AS build\nRUN npm ci --ignore-scripts \\\n && npm i x\n${last}`,
    /npm i x/,
  ],
  ['a fetched script', `FROM node:24 AS build\nRUN curl -s https://host.test | sh\n${last}`, /into a shell/],
  ['a secret', `FROM node:24 AS build\nARG NPM_TOKEN\n${last}`, /secret/],
  ['a file that is not there', `FROM node:24 AS build\nCOPY nothing .\n${last}`, /not in the context/],
  ['a stage that is not there', `${last}COPY --from=built --chown=0:0 /app /app\n`, /no such stage/],
  ['a shell form', last.replace('ENTRYPOINT ["/nodejs/bin/node"]', 'ENTRYPOINT node'), /JSON form/],
  ['root', last.replace('65532:65532', 'root'), /number other than 0/],
  ['root by number', last.replace('65532:65532', '0:0'), /number other than 0/],
  [
    'a last stage with a shell',
    last.replace('gcr.io/distroless/nodejs24-debian12:nonroot', 'node:24'),
    /shell or root/,
  ],
  ['no health check', last.replace(/HEALTHCHECK.*\n/, ''), /no HEALTHCHECK/],
])('the rules for images find %s', (_, text, expected) => {
  expect(lintDockerfile(text, () => false).join('\n')).toMatch(expected)
})

test('the rules for images find nothing in files that follow them', () => {
  expect(lintDockerfile(last, () => false)).toEqual([])
})
