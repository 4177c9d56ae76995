// Test support. The file's ending keeps it out of the build.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'

/** A square in this colour, as SVG. */
export const square = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${colour}"/></svg>`

/** The text of a module whose default export is an image, in the form of the package. */
export const iconFile = (content: string, type = 'svg+xml,') =>
  `"use client";\n\n// src/wallets/some.svg\nvar some_default = "data:image/${type}${content}";\nexport {\n  some_default as default\n};\n`

/**
 * Creates a folder in the form of `@rainbow-me/rainbowkit`. The contents are made for the test, with nothing from the
 * package.
 */
export function createIconPackage(
  files: Readonly<Record<string, string>>,
  more: {
    readonly name?: string
    readonly license?: string
    readonly version?: string
    readonly licence?: string | null
  } = {},
): string {
  const { name = '@rainbow-me/rainbowkit', license = 'MIT', version = '2.0.0', licence = 'MIT License\n' } = more
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, license }))
  if (licence !== null) writeFileSync(join(folder, 'LICENSE'), licence)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, 'dist', file), text)
  return folder
}
