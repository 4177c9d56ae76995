import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scanImageData } from '@undecaf/zbar-wasm'
import jsqr from 'jsqr'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Resolves to the text of the code in a picture, or undefined. */
export type Reader = (image: ImageData) => Promise<string | undefined>

// By default zxing-wasm fetches its program from a host.
const program = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } })

/**
 * Three readers that share no code. zbar is under LGPL-2.1: this bench uses it to read pictures, and nothing we publish
 * contains it.
 */
export const readers = {
  zxing: async (image) => (await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 }))[0]?.text,
  zbar: async (image) => (await scanImageData(image))[0]?.decode(),
  jsqr: async ({ data, width, height }) => jsqr(data, width, height, { inversionAttempts: 'dontInvert' })?.data,
} satisfies Readonly<Record<string, Reader>>

export type ReaderName = keyof typeof readers
export const readerNames = Object.keys(readers) as readonly ReaderName[]
