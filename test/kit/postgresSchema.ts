import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** One statement to the PostgreSQL at `url`, on a connection of its own. */
export async function queryPostgres(url: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // A connection cut while it ends.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Makes a schema of a random name in the PostgreSQL at `url`; resolves to the address of it. */
export async function newPostgresSchema(url: string): Promise<string> {
  const name = `s${randomBytes(8).toString('hex')}`
  await queryPostgres(url, `create schema ${name}`)
  return `${url}&options=${encodeURIComponent(`-c search_path=${name}`)}`
}

/** The name of the schema that such an address names. */
export function schemaNameOf(url: string): string {
  const [, name] = /search_path%3D(\w+)/.exec(url) ?? []
  if (name === undefined) throw new Error(`${url} names no schema.`)
  return name
}
