import { asObject, asString, field } from '@hawser/wire/internal'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { encodeAtom, invalid } from './typedAtom.ts'

/** One named value of typed data, in readable form. */
export type TypedNode = {
  readonly name: string
  readonly type: string
  /** A text for a single value, the fields of a struct, or the items of a list. */
  readonly value: string | readonly TypedNode[]
}

/** Typed data (EIP-712). The content to show and the content to sign come from one reading of the data. */
export type TypedData = {
  readonly primaryType: string
  readonly domain: readonly TypedNode[]
  readonly message: readonly TypedNode[]
  /** `0x` and 64 hex characters: the hash to sign. */
  readonly hash: `0x${string}`
  /** The chain id in the domain, as a decimal number. */
  readonly chainId: string | undefined
}

type Field = { readonly name: string; readonly type: string }
type Types = ReadonlyMap<string, readonly Field[]>
type Read = { readonly value: TypedNode['value']; readonly encoded: Uint8Array }

const limits = { bytes: 32 * 1024, types: 64, fields: 64, depth: 16 }

// EIP-712, "Definition of domainSeparator": these fields, in this order, without the unused ones.
const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** Reads the JSON or object of `eth_signTypedData_v4`. Throws an InvalidTypedDataError for invalid or long data. */
export function parseTypedData(given: unknown): TypedData {
  const data = asObject(typeof given === 'string' ? parseJson(given) : given) ?? {}
  if (JSON.stringify(data).length > limits.bytes) throw invalid('The data is too long to be shown.')
  const domain = asObject(field(data, 'domain')) ?? {}
  const types = readTypes(field(data, 'types'), domain)
  const primaryType = asString(field(data, 'primaryType'), 128)
  if (primaryType === undefined || !types.has(primaryType)) throw invalid('The data has no primary type.')
  const readDomain = readStruct(types, 'EIP712Domain', domain, 0)
  const readMessage = readStruct(types, primaryType, field(data, 'message'), 0)
  const parts = primaryType === 'EIP712Domain' ? [readDomain] : [readDomain, readMessage]
  const chainId = readDomain.nodes.find(({ name }) => name === 'chainId')?.value
  return {
    primaryType,
    domain: readDomain.nodes,
    message: readMessage.nodes,
    // EIP-191, version 0x01.
    hash: `0x${bytesToHex(keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), ...parts.map(({ encoded }) => encoded))))}`,
    chainId: typeof chainId === 'string' ? chainId : undefined,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The data is no JSON.')
  }
}

function readTypes(given: unknown, domain: Readonly<Record<string, unknown>>): Types {
  const entries = Object.entries(asObject(given) ?? {})
  if (entries.length > limits.types) throw invalid('The data has too many types.')
  const types = new Map(entries.map(([name, fields]) => [readName(name), readFields(fields)]))
  const stated = types.get('EIP712Domain') ?? domainFields.filter(({ name }) => Object.hasOwn(domain, name))
  const isKnown = (one: Field) => domainFields.some(({ name, type }) => name === one.name && type === one.type)
  if (!stated.every(isKnown)) throw invalid('The domain has a field that EIP-712 does not know.')
  return types.set('EIP712Domain', stated)
}

function readFields(given: unknown): readonly Field[] {
  if (!Array.isArray(given) || given.length > limits.fields) throw invalid('A type is no list of fields.')
  const fields = given.map((item: unknown): Field => {
    const one = asObject(item) ?? {}
    return { name: readName(field(one, 'name')), type: asString(field(one, 'type'), 128) ?? '' }
  })
  if (new Set(fields.map(({ name }) => name)).size < fields.length) throw invalid('A type names a field twice.')
  return fields
}

function readName(given: unknown): string {
  const name = asString(given, 128)
  if (name === undefined || !/^[A-Za-z_$][\w$]*$/.test(name)) throw invalid('A type or field has no proper name.')
  return name
}

/** Computes hashStruct of EIP-712, and returns the same values as nodes. */
function readStruct(
  types: Types,
  name: string,
  given: unknown,
  depth: number,
): { readonly nodes: readonly TypedNode[]; readonly encoded: Uint8Array } {
  const values = asObject(given)
  if (values === undefined || depth > limits.depth)
    throw invalid('A value of the data is missing or nested too deeply.')
  const read = (types.get(name) ?? []).map((one) => ({
    ...one,
    ...readValue(types, one.type, field(values, one.name), depth),
  }))
  const typeHash = keccak_256(utf8ToBytes(encodeType(types, name)))
  return {
    nodes: read.map(({ name, type, value }) => ({ name, type, value })),
    encoded: keccak_256(concatBytes(typeHash, ...read.map(({ encoded }) => encoded))),
  }
}

function readValue(types: Types, type: string, given: unknown, depth: number): Read {
  const [, item, length] = /^(.*)\[(\d*)\]$/s.exec(type) ?? []
  if (item !== undefined) {
    if (!Array.isArray(given) || (length !== '' && given.length !== Number(length)) || depth > limits.depth)
      throw invalid('A list of the data is missing, has another length than its type, or is nested too deeply.')
    const read = given.map((value: unknown) => readValue(types, item, value, depth + 1))
    return {
      value: read.map(({ value }, index) => ({ name: String(index + 1), type: item, value })),
      encoded: keccak_256(concatBytes(...read.map(({ encoded }) => encoded))),
    }
  }
  if (!types.has(type)) return encodeAtom(type, given)
  const { nodes, encoded } = readStruct(types, type, given, depth + 1)
  return { value: nodes, encoded }
}

/** encodeType of EIP-712: the type, then the types that it refers to, sorted by name. */
function encodeType(types: Types, name: string): string {
  const found = new Set<string>()
  const visit = (each: string): void => {
    const plain = each.replace(/\[.*$/s, '')
    if (found.has(plain) || !types.has(plain)) return
    found.add(plain)
    for (const { type } of types.get(plain) ?? []) visit(type)
  }
  visit(name)
  found.delete(name)
  return [name, ...[...found].sort()]
    .map((each) => `${each}(${(types.get(each) ?? []).map((one) => `${one.type} ${one.name}`).join(',')})`)
    .join('')
}

/** Whether `test` returns true for any text in the nodes. */
export function someText(nodes: readonly TypedNode[], test: (text: string) => boolean): boolean {
  return nodes.some(({ value }) => (typeof value === 'string' ? test(value) : someText(value, test)))
}
