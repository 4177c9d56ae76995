import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import { iconCache, prepareIcons } from '../../apps/stack/src/icons.ts'
import { galleryConfig } from './build.ts'

/** `npm run gallery`: every view of the modal in every state, platform, theme and language, on this machine alone. */
const icons = await prepareIcons(iconCache, { log: console.log })
const { values: flags } = parseArgs({ options: { port: { type: 'string', default: '4410' } } })
const server = await createServer({
  ...galleryConfig,
  define: { galleryIcons: JSON.stringify(readIcons(icons)) },
  server: { host: '127.0.0.1', port: Number(flags.port) },
})
await server.listen()
console.log(`The gallery is at ${server.resolvedUrls?.local[0]}`)

/** The addresses of the icons on this server, by wallet name. */
function readIcons(folder: string | undefined): Readonly<Record<string, string>> {
  if (folder === undefined) return {}
  const listings = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    listings.flatMap((file) => {
      const { name, image_id: imageId } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return imageId === null ? [] : [[name, `/@fs${folder}/images/${imageId}/md.webp`]]
    }),
  )
}
