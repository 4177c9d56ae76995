/** The templates of new apps, each with its folder of `examples/`. The build copies these folders next to the modules. */
export const templates = [
  { name: 'react', example: 'vite-hono', title: 'React with Vite, and a Hono server' },
  { name: 'nextjs', example: 'nextjs', title: 'Next.js with the App Router' },
  { name: 'plain', example: 'script-tag', title: 'One HTML page and a script, without a bundler' },
] as const

export type TemplateName = (typeof templates)[number]['name']

/** The template of a name, in upper or lower case; undefined for an unknown name. */
export function findTemplate(name: string): TemplateName | undefined {
  return templates.find((template) => template.name === name.trim().toLowerCase())?.name
}
