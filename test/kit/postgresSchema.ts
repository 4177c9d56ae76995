import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Runs one statement on the PostgreSQL at `url`, over a connection of its own. */
export async function queryPostgres(url: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // The connection can be cut while it ends.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Makes a schema with a random name in the PostgreSQL at `url`; resolves to its address. */
export async function newPostgresSchema(url: string): Promise<string> {
  const name = `s${randomBytes(8).toString('hex')}`
  await queryPostgres(url, `create schema ${name}`)
  return `${url}&options=${encodeURIComponent(`-c search_path=${name}`)}`
}

/** The name of the schema in an address from `newPostgresSchema`. */
export function schemaNameOf(url: string): string {
  const [, name] = /search_path%3D(\w+)/.exec(url) ?? []
  if (name === undefined) throw new Error(`${url} names no schema.`)
  return name
}
