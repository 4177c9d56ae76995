import type { Random } from '@hawser/test-kit/random'

/** No reader accepts more; longer texts add nothing new. */
const maxLength = 8_192

type Mutation = (random: Random, input: string, world: World) => string
type World = { readonly other: string; readonly texts: readonly string[] }

/** Characters that readers treat specially. */
const odd = [
  '\0', '\t', '\n', '\r', ' ', '"', "'", '\\', '/', '%', '&', '=', '?', '#', ':', ';', '.', ',', '-', '_', '+', '@', '~', '|',
  '{', '}', '[', ']', '(', ')', '<', '>', '0', '9', 'a', 'Z', 'é', 'ß', 'İ', 'ı', 'K', '\u0301', '\u00a0', '\u200b', '\u200d',
  '\u202e', '\u2028', '\ufeff', '\ufffd', '\ud800', '\udfff', '’', '＇', '。', '．', '：', 'а', '山', 'ن', '🦊', '%00', '%3A', '%2e',
  '\\u0000', '&#39;', '0x', '=='
] // biome-ignore format: a list
const values: readonly unknown[] = [
  null, true, false, 0, -0, -1, 1, 1.5, 1e21, 2 ** 31, 2 ** 53, 2 ** 53 + 2, Number.MAX_VALUE, '', ' ', '0', '-1', '1e3', '0x', 'null',
  'constructor', '__proto__', 'toString', [], [[]], {}, { length: 1 }, { toJSON: 1 }, [null], 'é', '\ud800', 'x'.repeat(300)
] // biome-ignore format: a list

const splice = (text: string, at: number, dropped: number, put: string) =>
  text.slice(0, at) + put + text.slice(at + dropped)
/** Returns a random range. Short ranges are likelier than long ones. */
const range = (random: Random, text: string): readonly [number, number] => {
  const at = random.integer(text.length + 1)
  return [at, random.integer(1 + random.pick([1, 4, 16, text.length]))]
}

const onText: readonly Mutation[] = [
  (random, input) => splice(input, random.integer(input.length + 1), 1, random.pick(odd)),
  (random, input) =>
    splice(input, random.integer(input.length + 1), 0, random.pick(odd).repeat(random.pick([1, 1, 1, 2, 7, 65, 300]))),
  (random, input) => splice(input, ...range(random, input), ''),
  (random, input) => {
    const [at, length] = range(random, input)
    return splice(input, random.integer(input.length + 1), 0, input.slice(at, at + length))
  },
  (random, input, { texts }) => splice(input, ...range(random, input), random.pick(texts)),
  (random, input, { texts }) => splice(input, random.integer(input.length + 1), 0, random.pick(texts)),
  (random, input, { other }) => {
    const [at, length] = range(random, other)
    return splice(input, ...range(random, input), other.slice(at, at + length))
  },
  (random, input) => {
    const [at, length] = range(random, input)
    const part = input.slice(at, at + length)
    const changed = random.pick([
      part.toUpperCase(),
      part.toLowerCase(),
      encodeURIComponent(part.toWellFormed()),
      JSON.stringify(part).slice(1, -1),
      part.normalize('NFKD'),
      [...part].reverse().join(''),
    ])
    return splice(input, at, length, changed)
  },
  (random, input) =>
    input.replace(/\d+/, () =>
      random.pick(['0', '1', '00', '-1', '256', '65536', '4294967296', '9007199254740993', '1e9', '1.0']),
    ),
  (random, input) => {
    const lines = input.split('\n')
    const at = random.integer(lines.length)
    const line = lines[at] ?? ''
    return lines.toSpliced(at, random.integer(2), ...random.pick([[], [line], [line, line], ['']])).join('\n')
  },
]

/** Changes to the bytes behind base64. */
const onBytes: readonly ((random: Random, bytes: Buffer) => Buffer)[] = [
  (random, bytes) => {
    const at = random.integer(Math.max(1, bytes.length))
    return Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ (1 << random.integer(8)) : byte)))
  },
  (random, bytes) => {
    const at = random.integer(Math.max(1, bytes.length))
    return Buffer.from(
      bytes.map((byte, index) => (index === at ? random.pick([0, 1, 2, 0x7f, 0x80, 0xff, byte + 1, byte - 1]) : byte)),
    )
  },
  (random, bytes) => bytes.subarray(0, random.integer(bytes.length + 1)),
  (random, bytes) => Buffer.concat([bytes, random.bytes(1 + random.integer(40))]),
  (random, bytes) => {
    const at = random.integer(bytes.length + 1)
    return Buffer.concat([
      bytes.subarray(0, at),
      random.bytes(random.integer(4)),
      bytes.subarray(at + random.integer(4)),
    ])
  },
]

/** Changes an input once or a few times: as text, as the bytes of its base64 or hex, or as JSON. */
export function mutate(random: Random, input: string, world: World): string {
  let text = input
  for (let round = random.pick([1, 1, 1, 2, 2, 3, 5, 9]); round > 0; round -= 1) text = change(random, text, world)
  return text.length > maxLength ? text.slice(0, maxLength) : text
}

function change(random: Random, input: string, world: World): string {
  const kind = random.integer(4)
  if (kind === 0) {
    const value = parse(input)
    if (typeof value === 'object' && value !== null) return stringify(changeValue(random, value, world)) ?? input
  }
  if (kind === 1) {
    const encoding = encodingOf(input)
    const [head = '', digits = ''] = encoding === 'hex' && input.startsWith('0x') ? ['0x', input.slice(2)] : ['', input]
    if (encoding !== undefined)
      return head + random.pick(onBytes)(random, Buffer.from(digits, encoding)).toString(encoding)
  }
  return random.pick(onText)(random, input, world)
}

function encodingOf(text: string): 'hex' | 'base64' | undefined {
  if (/^(?:0x)?(?:[0-9a-f]{2}){4,}$/i.test(text)) return 'hex'
  return text.length >= 8 && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? 'base64' : undefined
}

/**
 * Descends to a random place in a JSON value and changes it: edits a string, replaces a value, or removes, repeats or adds a
 * field.
 */
function changeValue(random: Random, value: unknown, world: World): unknown {
  if (typeof value === 'string' && random.chance(0.8)) return change(random, value, world)
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return random.pick(values)
  if (Array.isArray(value)) {
    const at = random.integer(value.length + 1)
    if (at === value.length || random.chance(0.2))
      return value.toSpliced(
        at,
        random.integer(2),
        ...random.pick([[], [random.pick(values)], [value[0]], value.slice(0, 9)]),
      )
    return value.with(at, changeValue(random, value[at], world))
  }
  const keys = Object.keys(value)
  const key = keys[random.integer(keys.length + 1)]
  if (key === undefined)
    return Object.fromEntries([...Object.entries(value), [random.pick(world.texts), random.pick(values)]])
  const field: unknown = Reflect.get(value, key)
  const entries = Object.entries(value).filter(([name]) => name !== key)
  const kept = random.integer(8)
  if (kept === 0) return Object.fromEntries(entries)
  if (kept === 1) return Object.fromEntries([...entries, [change(random, key, world), field]])
  return { ...value, [key]: changeValue(random, field, world) }
}

function parse(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
