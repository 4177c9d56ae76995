type Schema = { readonly $ref?: string; readonly description?: string }
type Answer = {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}
type Operation = {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: Answer
  readonly responses?: Readonly<Record<string, Answer>>
}
/** The fields of an OpenAPI document that the page shows. */
export type RestDocument = {
  readonly info: { readonly title: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> }
}

/** An HTTP API as Markdown: each route with its body and its answers, and the schemas at the end. */
export function formatRest({ info, paths, components }: RestDocument): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => formatRoute(`${method.toUpperCase()} ${path}`, operation)),
  )
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `### ${name}\n\n\`\`\`json\n${JSON.stringify(schema, undefined, 2)}\n\`\`\`\n`,
  )
  return [
    `# ${info.title}\n`,
    `${escapeText(info.description ?? '')}\n`,
    '## Routes\n',
    ...routes,
    ...(schemas.length === 0 ? [] : ['## Schemas\n', ...schemas]),
  ].join('\n')
}

function formatRoute(name: string, operation: Operation): string {
  const { summary = '', description = '', parameters = [], requestBody, responses = {} } = operation
  const rows = Object.entries(responses).map(
    ([status, answer]) => `| ${status} | ${cell(answer.description)} | ${cell(schemaOf(answer))} |`,
  )
  return [
    `### \`${name}\`\n`,
    ...[summary, description].filter(Boolean).map((text) => `${escapeText(text)}\n`),
    ...parameters.map(({ name: key, in: place }) => `- \`${key}\` in ${place}`),
    ...(requestBody === undefined ? [] : [`\nBody: ${schemaOf(requestBody)}`]),
    '\n| Status | Meaning | Body |\n|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function schemaOf({ content = {} }: Answer): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const name = schema?.$ref?.split('/').at(-1)
      return name === undefined ? `\`${type}\`` : `[\`${name}\`](#${name.toLowerCase()})`
    })
    .join(', ')
}

function cell(text = ''): string {
  return escapeText(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('{{', '{&#123;')
}
