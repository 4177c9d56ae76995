import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { atNight, isNight, nightLimit, runs } from '@hawser/test-kit/night'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '../bundle/sha256.ts'
import { ImageRefusedError } from '../errors.ts'
import { createImageEncoder, type EncodedImage, encodeImage, imageLimits } from './encodeImage.ts'
import { explainSvg } from './explainSvg.ts'
import { hostileSvgs } from './hostileSvgs.fixture.ts'
import { readImageHeader } from './readImageHeader.ts'

/** The built encoder, which starts in half the time. A test below starts the source, from another folder. */
const encoder = pathToFileURL(programFile(new URL('./imageEncoder.ts', import.meta.url).href))
const draw = (bytes: Uint8Array) => encodeImage(bytes, { encoder })

// The addresses in the hostile SVGs are filled in once the server and the file exist.
let server: Server
let address: string
let secret: string
let requests = 0
const folder = temporaryFolder()
const titles = hostileSvgs('http://127.0.0.1:1', 'file:///a').map(({ title }) => title)

const canvas = (width: number, height: number, colour = '#123456') =>
  sharp({ create: { width, height, channels: 4, background: colour } })

beforeAll(async () => {
  server = createServer((_, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
  const file = join(folder, 'secret.png')
  writeFileSync(file, await canvas(64, 64, '#ff0000').png().toBuffer())
  secret = pathToFileURL(file).href
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('an image', () => {
  test('becomes squares of three sizes in two types, padded, named after the largest PNG', async () => {
    const { imageId, image } = await draw(await canvas(300, 150).jpeg().toBuffer())
    expect(imageId).toBe(sha256Hex(image['lg.png']))
    for (const [size, side] of [
      ['sm', 64],
      ['md', 128],
      ['lg', 256],
    ] as const) {
      for (const type of ['webp', 'png'] as const) {
        const { format, width, height, hasAlpha } = await sharp(image[`${size}.${type}`]).metadata()
        expect({ format, width, height, hasAlpha }).toEqual({ format: type, width: side, height: side, hasAlpha: true })
      }
    }
    const pixels = await sharp(image['lg.png']).raw().toBuffer()
    const alphaAt = (x: number, y: number) => pixels[(y * 256 + x) * 4 + 3]
    expect([alphaAt(128, 5), alphaAt(128, 128), alphaAt(128, 250)]).toEqual([0, 255, 0])
  })

  test('is the same for the same input in any type', async () => {
    const [first, again, webp] = await Promise.all([
      draw(await canvas(256, 256).png().toBuffer()),
      draw(await canvas(256, 256).png({ compressionLevel: 0 }).toBuffer()),
      draw(await canvas(256, 256).webp({ lossless: true }).toBuffer()),
    ])
    expect(again.imageId).toBe(first.imageId)
    expect(webp.imageId).toBe(first.imageId)
  })

  test('T-101: keeps only the pixels of the file', async () => {
    const words = 'Quay was here'
    const tagged = await canvas(64, 64)
      .withExif({ IFD0: { Copyright: words, ImageDescription: words } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${words}</a></x:xmpmeta>`)
      .png()
      .toBuffer()
    expect(tagged.includes(words)).toBe(true)
    const polyglot = Buffer.concat([tagged, Buffer.from(`<script>${words}</script>PK\u0003\u0004`)])
    const { image } = await draw(polyglot)
    for (const bytes of Object.values(image)) {
      expect(Buffer.from(bytes).includes(words)).toBe(false)
      expect(Buffer.from(bytes).includes('script')).toBe(false)
      const { exif, xmp, icc, iptc } = await sharp(bytes).metadata()
      expect({ exif, xmp, icc, iptc }).toEqual({})
    }
  })

  test('drawn from SVG has full sharpness', async () => {
    const { image } = await draw(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path fill="#00f" d="M0 0h4v8H0z"/></svg>',
      ),
    )
    const pixels = await sharp(image['lg.png']).raw().toBuffer()
    expect([...pixels.subarray(4 * 120, 4 * 121)]).toEqual([0, 0, 255, 255])
    expect([...pixels.subarray(4 * 135, 4 * 136)]).toEqual([0, 0, 0, 0])
  })
})

describe('the drawing process', () => {
  const fake = (name: string, code: string) => {
    const file = join(folder, `${name}.mjs`)
    writeFileSync(file, code)
    return pathToFileURL(file)
  }

  test('draws the images of one source, and the next one after a refusal', async () => {
    const svg = (content: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${content}</svg>`)
    const drawn = createImageEncoder({ encoder })
    const outcomes = []
    for (const content of ['<rect width="8" height="8"/>', '<g>', '<rect width="8" height="8"/>'])
      outcomes.push(await drawn.encode(svg(content)).catch((error: unknown) => String(error)))
    drawn.close()
    const encoded = expect.objectContaining({ imageId: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(outcomes).toEqual([encoded, expect.stringContaining('damaged'), encoded])

    // Each image of this encoder is the id of its process.
    const names = ['lg', 'md', 'sm'].flatMap((size) => [`${size}.png`, `${size}.webp`])
    const numbered = createImageEncoder({
      encoder: fake(
        'numbered',
        `const bytes = new TextEncoder().encode(String(process.pid))
        const files = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, bytes]))
        process.on('message', (task) => process.send(
          Buffer.from(task.bytes).includes('refused')
            ? { status: 'refused', reason: 'too_slow' }
            : { status: 'encoded', files, cost: { milliseconds: 1, bytes: 1 } }))`,
      ),
    })
    const processes = []
    for (const content of ['first', 'second', 'refused', 'third', 'fourth'])
      processes.push(await numbered.encode(svg(content)).then(({ imageId }) => imageId, String))
    numbered.close()
    const [first, second, refused, third, fourth] = processes
    expect(refused).toContain('takes too long')
    expect([second, fourth]).toEqual([first, third])
    expect(third).not.toBe(first)
  })

  test.each([
    ['is not there', () => pathToFileURL(join(folder, 'missing.mjs')), /could not be started/],
    ['lacks a package', () => fake('lacking', "import 'not-installed'"), /could not be started/],
    ['ends by itself', () => fake('ending', "process.once('message', () => process.exit(0))"), /could not be started/],
    ['is ended by the system', () => fake('killed', "process.kill(process.pid, 'SIGKILL')"), /too much memory/],
    ['answers nonsense', () => fake('talking', 'process.send(7)'), /damaged/],
  ])('%s: reports the reason', async (_, encoder, reason) => {
    const bytes = await canvas(8, 8).png().toBuffer()
    const error = await encodeImage(bytes, { encoder: encoder() }).catch((one: unknown) => one)
    expect(error).toBeInstanceOf(ImageRefusedError)
    expect(String(error)).toMatch(reason)
  })

  // By day, the tests of icons find the built encoder from their own folders.
  if (isNight)
    test('is found from any working directory', { timeout: 30_000 }, async () => {
      const file = join(folder, 'circle.svg')
      writeFileSync(
        file,
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4" cx="4" cy="4"/></svg>',
      )
      const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
      const script = `
      import { readFileSync } from 'node:fs'
      import { encodeImage } from ${JSON.stringify(new URL('./encodeImage.ts', import.meta.url).href)}
      const { imageId } = await encodeImage(readFileSync(${JSON.stringify(file)}))
      process.stdout.write(imageId)`
      const node = ['--import', loader, '--conditions=@hawser/source', '--input-type=module', '--eval', script]
      const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: folder })
      expect(stdout).toBe((await encodeImage(readFileSync(file))).imageId)
    })
})

/** A PNG that claims a size, but has few pixels. */
function claimingPng(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1024))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a refused file', () => {
  test('T-101: a PNG that claims 65,535 pixels a side, within 100 ms', async () => {
    const bytes = claimingPng(65_535, 65_535)
    const startedAt = performance.now()
    await expect(draw(bytes)).rejects.toThrow(/4096 pixels a side/)
    expect(performance.now() - startedAt).toBeLessThan(nightLimit(100))
  })

  test.each<readonly [string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['one pixel too wide', () => claimingPng(4097, 1), /4096 pixels/],
    ['one pixel too high', () => canvas(1, 4097).webp().toBuffer(), /4096 pixels/],
    ['a JPEG too wide', () => canvas(4097, 1).jpeg().toBuffer(), /4096 pixels/],
    ['more than 2 MiB', () => new Uint8Array(imageLimits.bytes + 1), /bytes; at most 2097152 are allowed/],
    ['nothing', () => new Uint8Array(), /not a PNG, JPEG, WebP or SVG/],
    ['a GIF', () => canvas(8, 8).gif().toBuffer(), /not a PNG, JPEG, WebP or SVG/],
    ['a TIFF', () => canvas(8, 8).tiff().toBuffer(), /not a PNG, JPEG, WebP or SVG/],
    ['an AVIF', () => canvas(8, 8).avif().toBuffer(), /not a PNG, JPEG, WebP or SVG/],
    ['a page', () => Buffer.from('<!doctype html><p>quay'), /not a PNG, JPEG, WebP or SVG/],
    ['a PNG that is cut', async () => (await canvas(64, 64).png().toBuffer()).subarray(0, 60), /damaged/],
    ['a JPEG that is cut', async () => (await canvas(1024, 1024).jpeg().toBuffer()).subarray(0, 800), /damaged/],
    ['a PNG with pixels missing', () => claimingPng(64, 64), /damaged/],
    ['an SVG that is no XML', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'), /damaged/],
  ])('T-101: %s', async (_, make, reason) => {
    const error = await draw(await make()).catch((one: unknown) => one)
    expect(error).toBeInstanceOf(ImageRefusedError)
    expect(String(error)).toMatch(reason)
  })
})

describe('hostile SVGs', () => {
  test('T-12: more than forty exist', () => {
    expect(new Set(titles).size).toBeGreaterThanOrEqual(40)
  })

  const outcomes = new Map<string, Promise<unknown>>()
  const outcomeOf = (title: string) => {
    const svg = hostileSvgs(address, secret).find((one) => one.title === title)
    const outcome = outcomes.get(title) ?? draw(svg?.bytes ?? new Uint8Array()).catch((error: unknown) => error)
    outcomes.set(title, outcome)
    return outcome
  }

  test('T-12: a refusal ends the drawing', async () => {
    // A fast machine reaches the library's own limit of depth within the second.
    expect(await outcomeOf('masks in masks')).toBeInstanceOf(ImageRefusedError)
    const encoders = readdirSync('/proc').filter((pid) => {
      const stat = /^\d+$/.test(pid) ? readProc(`/proc/${pid}/stat`) : ''
      return stat.includes(`) S ${process.pid} `) || stat.includes(`) R ${process.pid} `)
    })
    expect(
      encoders.map((pid) => readProc(`/proc/${pid}/cmdline`)).filter((line) => line.includes('imageEncoder')),
    ).toEqual([])
  })

  // By day: the SVGs whose text is refused, and those that the other tests here use.
  const tried = hostileSvgs('http://127.0.0.1:1', 'file:///a').flatMap(({ title, bytes }) =>
    isNight || explainSvg(bytes, imageLimits.side) !== undefined || /^(?:masks in masks|uses of uses)$/.test(title)
      ? [title]
      : [],
  )
  test.concurrent.each(tried)('T-12: %s is refused or becomes mere pixels, in a second and 64 MiB', async (title) => {
    const encoded = await outcomeOf(title)
    if (encoded instanceof ImageRefusedError) return
    expect(encoded).toMatchObject({ imageId: expect.stringMatching(/^[0-9a-f]{64}$/), image: {}, cost: {} })
    const { cost } = encoded as EncodedImage
    expect(cost.milliseconds).toBeLessThanOrEqual(nightLimit(imageLimits.svg.milliseconds))
    expect(cost.bytes).toBeLessThanOrEqual(imageLimits.svg.bytes)
  })

  test('T-12: refuses scripts, fetches and declarations by text, and expensive drawings by cost', async () => {
    const shown = hostileSvgs(address, secret).map(
      ({ title, bytes }) => [title, explainSvg(bytes, imageLimits.side)] as const,
    )
    expect(shown.filter(([, fault]) => fault !== undefined).length).toBeGreaterThanOrEqual(30)
    for (const title of ['uses of uses', ...atNight('endless noise')])
      expect(String(await outcomeOf(title))).toMatch(/takes too/)
    expect(String(await outcomeOf('a hundred thousand pixels'))).toMatch(/4096 pixels/)
    expect(requests).toBe(0)
  })

  // The check of the text comes first, but is not the only thing that keeps files and network away.
  test('T-12: the drawing process fetches and reads no file, even without the check of the text', async () => {
    const asking = hostileSvgs(address, secret).filter(({ bytes }) => {
      const text = Buffer.from(bytes).toString()
      return bytes.length < 100_000 && (text.includes(address) || text.includes(secret) || text.includes('secret.png'))
    })
    expect(asking.length).toBeGreaterThanOrEqual(25)
    for (const { title, bytes } of asking) {
      const pixels = await sharp(bytes)
        .resize(64, 64)
        .png()
        .toBuffer()
        .catch(() => undefined)
      expect([title, pixels === undefined ? false : await hasRed(pixels)]).toEqual([title, false])
    }
    expect(requests).toBe(0)
  })

  test('the file and the server exist: a picture with only inner references is red', async () => {
    expect(await hasRed(await sharp(new URL(secret).pathname).png().toBuffer())).toBe(true)
    await fetch(address)
    expect(requests).toBe(1)
    requests = 0
  })

  test.each([
    'fill="url(#a)"',
    'fill="url( &quot;#a&quot; )"',
    'style="fill: url(\'#a\')"',
    'href="#a"',
    'data-href="#x"',
  ])('explainSvg: %s refers to the drawing itself', (attribute) => {
    expect(explain(`<?xml version="1.0"?><svg><g ${attribute}/></svg>`)).toBeUndefined()
  })

  const png = claimingPng(64, 64).toString('base64')
  const pictures = {
    held: `href="data:image/png;base64,${png}"`,
    vast: `href="data:image/png;base64,${claimingPng(65_535, 8).toString('base64')}"`,
    lying: `href="data:image/jpeg;base64,${png}"`,
    drawn: `href="data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}"`,
  }

  test('draws an embedded PNG or JPEG as part of the SVG', async () => {
    const red = (await canvas(8, 8, '#ff0000').jpeg().toBuffer()).toString('base64')
    const pattern = `<pattern id="a" width="1" height="1"><use xlink:href="#b"/></pattern><image xlink:href="data:image/jpeg;base64,${red}" id="b" width="8" height="8"/>`
    const { image } = await draw(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8"><rect width="8" height="8" fill="url(#a)"/><defs>${pattern}</defs></svg>`,
      ),
    )
    expect(await hasRed(image['lg.png'])).toBe(true)
    expect(explain(`<svg><image ${pictures.held} width="8"/></svg>`)).toBeUndefined()
  })

  test.each([
    ['a picture beside one that it holds', `<image ${pictures.held} xlink:href="http://127.0.0.1:1/a.png"/>`],
    ['a picture behind a bracket', `<image ${pictures.held} id=">" xlink:href="http://127.0.0.1:1/a.png"/>`],
    ['a second picture', `<image ${pictures.held}/><image href="a.png"/>`],
    ['a picture of too many pixels', `<image ${pictures.vast}/>`],
    ['a picture of another type', `<image ${pictures.lying}/>`],
    ['an SVG within', `<image ${pictures.drawn}/>`],
    ['a PNG in a filter', `<feImage ${pictures.held}/>`],
    ['a PNG elsewhere', `<use ${pictures.held}/>`],
  ])('T-12: explainSvg refuses %s', (_, content) => {
    expect(explain(`<svg>${content}</svg>`)).toBeDefined()
  })
})

function explain(svg: string) {
  return explainSvg(Buffer.from(svg), imageLimits.side)
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function hasRed(png: Uint8Array): Promise<boolean> {
  const pixels = await sharp(png).ensureAlpha().raw().toBuffer()
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at] ?? 0) > 200 && (pixels[at + 1] ?? 0) < 50 && (pixels[at + 3] ?? 0) > 200) return true
  }
  return false
}

test('T-101: readImageHeader reads any bytes, and the first bytes alone decide', () => {
  const magics = [
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0xff, 0xd8, 0xff],
    [...Buffer.from('RIFF    WEBPVP8X')],
    [...Buffer.from('<svg ')],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 64 }), (magic, rest) => {
      readImageHeader(Uint8Array.from([...magic, ...rest]))
      expect(readImageHeader(Uint8Array.from([0, ...magic, ...rest]))).toBeUndefined()
    }),
    { numRuns: runs(5_000) },
  )
})
