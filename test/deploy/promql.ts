/** A metric that an expression of PromQL names, with the labels that it asks of it. */
export type NamedMetric = { readonly name: string; readonly labels: readonly string[] }

const words = new Set('and or unless offset bool on ignoring group_left group_right by without inf nan'.split(' '))
const grouping = /\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g

/** The metrics of an expression, and the labels it groups by. A name that no function follows is a metric's. */
export function metricsIn(expression: string): {
  readonly metrics: readonly NamedMetric[]
  readonly groups: readonly string[]
} {
  const groups = [...expression.matchAll(grouping)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim()),
  )
  const text = expression
    .replaceAll(grouping, ' ')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, ' ')
  const names = text.matchAll(/(?<![\w.:$])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\()?/g)
  const metrics = [...names].flatMap(([, name = '', after = '']) => {
    if (after === '(' || words.has(name.toLowerCase())) return []
    const labels = [...after.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
    return [{ name, labels }]
  })
  return { metrics, groups }
}
